/** A project with a virtual network and a simulation on it, as a file: in a fresh profile both are there and go on. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { unlistedNetwork } from '../../../src/core/chain/network';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import {
  chooseContent,
  DEFAULT_EXPORT,
  formatProjectFile,
  type ProjectContent,
  parseProjectFile,
} from '../../../src/core/projects/project-file';
import { emptyDraft, emptyStep } from '../../../src/core/simulation/draft';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';
import type { Watch, WatchId } from '../../../src/core/watch/watch';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readEndpoints, saveEndpoint } from '../../../src/db/networks/endpoints';
import { readProjectContent } from '../../../src/db/projects/project-content';
import { assignItem, readItemEntries, readProjectOfItem } from '../../../src/db/projects/project-items';
import { addAccounts, createProject, deleteProject } from '../../../src/db/projects/projects';
import { deleteSimulation, readSimulations, renameSimulation } from '../../../src/db/reader/simulations';
import { deleteVirtualNetwork, readVirtualNetwork } from '../../../src/db/virtual/virtual-networks';
import { readWatches, saveWatch } from '../../../src/db/watches/watches';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { deleteDatabase } from '../../helpers/database-dump';
import { fileOfProject, readProjectFile, takeProjectFile } from '../../helpers/project-files';

const [ALICE, BOB] = [...TEST_ACCOUNTS.keys()] as [Address, Address];
const CHAIN = 7357 as NetworkId;

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

function startEngine() {
  const engine = createEngine({ peers: createPeerGroup()() });
  const config = parseRuntimeConfig({ networks: [] });
  if (!config.ok) throw new Error(config.error);
  void engine.chain.configure(config.value);
  const call = async (method: string, ...params: unknown[]) => {
    const answer = await engine.virtual.request(CHAIN, method, params);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  return { engine, call };
}

/** A project with a network of two blocks and a simulation on it. */
async function makeProject() {
  const { engine, call } = startEngine();
  const made = await engine.virtual.create('make' as JobId, { chainId: CHAIN, name: 'Yard', sealing: 'transaction' });
  if (!made.ok) throw new Error(made.error.message);
  await call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x7' });
  const step = emptyStep({ from: ALICE, to: BOB, value: '1 ether' });
  const ran = await engine.trace.runSimulation('run' as JobId, emptyDraft(String(CHAIN), [step]));
  if (!ran.ok) throw new Error(ran.error.message);
  const [simulation] = await readSimulations(1);
  const project = await createProject({
    name: 'Harbor',
    owner: { username: 'me', type: 'user' },
    visibility: 'PRIVATE',
    description: '',
  });
  if (project === undefined || simulation === undefined) throw new Error('Storage refused the project.');
  await assignItem({ kind: 'simulation', id: simulation.id }, project.uid);
  await assignItem({ kind: 'network', id: String(CHAIN) }, project.uid);
  return { project, simulation };
}

const take = (file: ProjectContent) => takeProjectFile(file, { run: async () => false, abi: async () => false });

async function freshProfile(): Promise<void> {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
}

test('a file carries both into a fresh profile, where the network goes on', async () => {
  const { project, simulation } = await makeProject();
  const text = await fileOfProject(project.uid);
  await freshProfile();
  expect((await take(readProjectFile(text))).left).toEqual([]);
  const entries = await readItemEntries(project.uid);
  expect(entries.simulations).toEqual([simulation]);
  expect(entries.networks).toMatchObject([{ networkId: CHAIN, name: 'Yard', head: { number: 1 } }]);
  const { call } = startEngine();
  expect(await call('eth_blockNumber')).toBe('0x1');
  await call('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x7' });
  expect(await call('eth_blockNumber')).toBe('0x2');
  // Another time both are here, and what the reader changed stays.
  await renameSimulation(simulation.id, 'Mine', '');
  expect((await take(readProjectFile(text))).left).toEqual([]);
  const again = await readItemEntries(project.uid);
  expect(again.simulations[0]?.name).toBe('Mine');
  expect(again.networks[0]?.head.number).toBe(2);
});

test('what is not chosen stays, and what is damaged or in the way is named and left', async () => {
  const { project, simulation } = await makeProject();
  const content = await readProjectContent(project.uid, []);
  if (content === undefined) throw new Error('The project is gone.');
  const least = { ...DEFAULT_EXPORT, simulations: false, virtualNetworks: false };
  expect(chooseContent(content, least).items).toEqual([]);
  const text = await fileOfProject(project.uid);
  // Another network has the chain id by now.
  await deleteVirtualNetwork(CHAIN);
  const { engine } = startEngine();
  await engine.virtual.create('make' as JobId, { chainId: CHAIN, name: 'Other', sealing: 'transaction' });
  expect((await take(readProjectFile(text))).left).toEqual(['Yard']);
  expect((await readVirtualNetwork(CHAIN))?.name).toBe('Other');
  expect(await readProjectOfItem({ kind: 'network', id: String(CHAIN) })).toBeUndefined();
  await deleteSimulation(simulation.id);
  const damaged = text.replaceAll('"success": true', '"success": 7');
  expect(damaged).not.toBe(text);
  expect((await take(readProjectFile(damaged))).left).toHaveLength(2);
  expect(parseProjectFile(text.replace('"simulations"', '"labels"')).ok).toBe(false);
  expect(parseProjectFile(text.replace('"$bigint"', '"$date"')).ok).toBe(false);
});

test('a file with all of a project is one that is read, whatever the endpoints and networks are called', async () => {
  const { project } = await makeProject();
  const parent = 31337 as NetworkId;
  const account = { type: 'wallet', tags: [], addedAt: 1, changedAt: 1 } as const;
  await addAccounts(
    project.uid,
    [CHAIN, parent].map((networkId) => ({ ...account, networkId, address: ALICE })),
  );
  const host = `${'long-'.repeat(11)}.rpc.example:8545`;
  const urls = [
    `https://${host}`,
    `https://rpc.example/${'k'.repeat(500)}`,
    ...Array.from({ length: 100 }, (_, at) => `https://rpc.example/${at}`),
  ];
  for (const [priority, url] of urls.entries())
    await saveEndpoint({ networkId: parent, name: new URL(url).host, url, origin: 'reader', enabled: true, priority });
  expect((await readEndpoints(CHAIN)).map(({ origin }) => origin)).toEqual(['reader']);
  const network = unlistedNetwork(parent, 'N'.repeat(70), { name: 'Ether', symbol: 'ETH', decimals: 18 });
  const content = await readProjectContent(project.uid, [network]);
  if (content === undefined) throw new Error('The project is gone.');
  const back = parseProjectFile(formatProjectFile(content));
  if (!back.ok) throw new Error(back.error);
  expect(back.value.endpoints).toHaveLength(100);
  expect(back.value.endpoints[0]).toEqual({ networkId: parent, name: host.slice(0, 60), url: urls[0] });
  expect(back.value.endpoints.map(({ url }) => url)).not.toContain(urls[1]);
  expect(back.value.endpoints.every(({ networkId }) => networkId === parent)).toBe(true);
  expect(back.value.networks).toContainEqual({ id: parent, name: 'N'.repeat(60) });
});

test('a network whose blocks are not what their hashes say is left', async () => {
  const { project } = await makeProject();
  const text = await fileOfProject(project.uid);
  const forged = text.replaceAll('"$bigint": "7"', '"$bigint": "8"');
  expect(forged).not.toBe(text);
  await freshProfile();
  expect((await take(readProjectFile(forged))).left).toEqual(['Yard']);
  expect(await readVirtualNetwork(CHAIN)).toBeUndefined();
});

test('what a file says of the parent of a fork is known to that fork alone', async () => {
  const { project } = await makeProject();
  const { engine, call } = startEngine();
  const stranger = `0x${'5'.repeat(40)}` as Address;
  await call('anvil_setCode', stranger, '0x6001');
  const [fork, other] = [7358, 7359] as [NetworkId, NetworkId];
  const codeOn = (id: NetworkId) => engine.virtual.request(id, 'eth_getCode', [stranger, 'latest']);
  const parent = { networkId: CHAIN, block: 'latest' } as const;
  await engine.virtual.create('make' as JobId, { chainId: fork, name: 'Fork', sealing: 'transaction', parent });
  expect(await codeOn(fork)).toEqual({ ok: true, value: '0x6001' });
  await assignItem({ kind: 'network', id: String(fork) }, project.uid);
  const forged = (await fileOfProject(project.uid)).replaceAll('"code": "0x6001"', '"code": "0x6002"');
  await engine.virtual.remove(fork);
  expect((await take(readProjectFile(forged))).left).toEqual([]);
  await engine.virtual.create('make' as JobId, { chainId: other, name: 'Other', sealing: 'transaction', parent });
  expect(await codeOn(other)).toEqual({ ok: true, value: '0x6001' });
  expect(await codeOn(fork)).toEqual({ ok: true, value: '0x6002' });
  expect(await fileOfProject(project.uid)).toContain('"code": "0x6002"');
});

test('watches come switched off, and without whom they tell', async () => {
  const { project } = await makeProject();
  const watch = {
    id: 'one' as WatchId,
    name: 'Fails',
    networkId: CHAIN,
    scope: { of: 'project', project: project.uid },
    condition: { on: 'failed' },
    isOn: false,
    notifies: false,
    createdAt: 1,
  } as const satisfies Watch;
  await saveWatch({ ...watch, isOn: true, notifies: true, webhook: 'https://hooks.example/key' });
  const text = await fileOfProject(project.uid);
  expect(text).not.toContain('hooks.example');
  await freshProfile();
  expect((await take(readProjectFile(text))).left).toEqual([]);
  expect(await readWatches()).toEqual([watch]);
  // Another time it is here, as it was changed.
  await saveWatch({ ...watch, isOn: true });
  expect((await take(readProjectFile(text))).left).toEqual([]);
  expect(await readWatches()).toEqual([{ ...watch, isOn: true }]);
});

test('an item belongs to one project, and to none once that or the item is gone', async () => {
  const { project, simulation } = await makeProject();
  const item = { kind: 'simulation', id: simulation.id } as const;
  const other = await createProject({ ...project, name: 'Other' });
  if (other === undefined) throw new Error('Storage refused the project.');
  await assignItem(item, other.uid);
  expect((await readItemEntries(project.uid)).simulations).toEqual([]);
  expect(await readProjectOfItem(item)).toBe(other.uid);
  await deleteProject(other.uid);
  expect(await readProjectOfItem(item)).toBeUndefined();
  await assignItem(item, project.uid);
  await deleteSimulation(simulation.id);
  expect(await readProjectOfItem(item)).toBeUndefined();
});
