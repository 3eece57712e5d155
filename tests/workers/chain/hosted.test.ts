/** The hosted API as one of those who are asked: with the reader's consent, by the deployment's configuration or their own. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { emptyDraft, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { PERMISSION_KEYS } from '../../../src/core/projects/permissions';
import { readPreference, savePreference } from '../../../src/db/reader/preferences';
import type { JobId } from '../../../src/workers/ids';
import { allowOnly } from '../../helpers/consent';
import { forgetAll, startEngine } from '../../helpers/demo-engine';
import {
  type HostedQuestion,
  type HostedReply,
  type HostedServer,
  startHostedServer,
} from '../../helpers/hosted-server';

/** A chain nobody serves: what is known of it is the host's. */
const networkId = 424_242 as NetworkId;
const address = `0x${'ab'.repeat(20)}` as Address;
const hash = `0x${'12'.repeat(32)}` as Hash;
const job = 'job' as JobId;

let server: HostedServer | undefined;
afterEach(async () => {
  await forgetAll();
  await server?.stop();
  server = undefined;
});

async function start(answer: (question: HostedQuestion) => HostedReply | undefined, more: object = {}) {
  const started = await startHostedServer(answer);
  server = started;
  const config = parseRuntimeConfig({
    networks: [{ id: networkId, name: 'Host only' }],
    hostedApi: { url: started.url, name: 'Team host', ...more },
  });
  if (!config.ok) throw new Error(config.error);
  const { engine } = await startEngine([], config.value);
  return { engine, seen: started.seen, url: started.url };
}

const row = (digit: string) => ({
  hash: `0x${digit.repeat(64)}`,
  from: address,
  to: address,
  block_number: 9,
  status: true,
});

/** Two pages of a contract's transactions, and who created it. */
const host = ({ path, query }: HostedQuestion): HostedReply | undefined => {
  if (path.startsWith('/address/info/')) return { body: { type: 'contract' } };
  if (path.endsWith('/creation-tx')) return { body: { hash } };
  if (!path.endsWith('/explorer/transactions')) return undefined;
  return { body: query.cursor === 'a b' ? { transactions: [row('2')] } : { transactions: [row('1')], cursor: 'a b' } };
};

test('the transactions of an address come from it page by page, and say so', async () => {
  await allowOnly('hosted');
  const { engine, seen } = await start(host);
  const ask = (cursor?: string) => engine.chain.addressTransactions(job, networkId, address, 'direct', cursor);
  const first = await ask();
  if (!first.ok) throw new Error(first.error.message);
  expect(first.value).toMatchObject({ origin: 'hosted', rows: [{ hash: row('1').hash, status: 'success' }] });
  const second = await ask(first.value.next);
  expect(second).toMatchObject({ ok: true, value: { rows: [{ hash: row('2').hash }] } });
  expect(second.ok && second.value.next).toBeUndefined();
  const list = `/public-contract/${networkId}/address/${address}/explorer/transactions`;
  expect(seen.map(({ path }) => path)).toEqual([`/address/info/${networkId}/${address}`, list, list]);
  expect(seen.map(({ query }) => query.txType)).toEqual([undefined, 'direct', 'direct']);
});

test('who created a contract is asked of it where nobody else knows it', async () => {
  await allowOnly('hosted');
  const { engine } = await start(host);
  const told = await engine.chain.contractCreation(job, networkId, address);
  expect(told).toEqual({ ok: true, value: { hash, origin: 'hosted' } });
});

test('nothing is asked of it without consent', async () => {
  const { engine, seen } = await start(host, { paths: { search: '/search', permissions: '/permissions' } });
  const listed = await engine.chain.addressTransactions(job, networkId, address, 'all');
  await engine.chain.contractCreation(job, networkId, address);
  expect(await engine.chain.searchHost(job, 'vault')).toEqual({ ok: true, value: [] });
  expect(await engine.chain.networkOfTransaction(job, hash)).toEqual({ ok: true, value: undefined });
  await engine.chain.askPermissions(job, ['me:harbor']);
  expect(seen).toEqual([]);
  expect(listed).toMatchObject({ ok: false, error: { code: 'noEndpoint' } });
});

test('one that the reader entered for a network needs no other consent, and is asked for its project', async () => {
  const { engine, seen, url } = await start(host);
  await savePreference('hostedApis', { [networkId]: { url, project: 'harbor:vault', vnet: 'v1' } });
  const listed = await engine.chain.addressTransactions(job, networkId, address, 'all');
  expect(listed).toMatchObject({ ok: true, value: { origin: 'hosted' } });
  expect(seen[0]).toMatchObject({ query: { projectId: 'harbor:vault', vnetId: 'v1' } });
});

test('a token the keeper has is sent', async () => {
  await allowOnly('hosted');
  const { engine, seen, url } = await start(host);
  await engine.chain.setTokens(async (asked) => (asked === url ? 'secret' : undefined));
  await engine.chain.contractCreation(job, networkId, address);
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer secret']);
});

test('it finds names, and the network of a transaction', async () => {
  await allowOnly('hosted');
  const { engine } = await start(
    ({ path }) =>
      path === '/search' ? { body: { contracts: [{ address, name: 'Vault' }] } } : { body: { network_id: networkId } },
    { paths: { search: '/search' } },
  );
  expect(await engine.chain.searchHost(job, 'vau')).toMatchObject({
    ok: true,
    value: [{ name: 'Vault', value: address }],
  });
  expect(await engine.chain.networkOfTransaction(job, hash)).toEqual({ ok: true, value: networkId });
});

test('the keys it withdraws are kept by project, each alone, and stay while it cannot be asked', async () => {
  await allowOnly('hosted');
  let withdrawn: string | undefined;
  const { engine } = await start(
    ({ query }) => {
      if (withdrawn === undefined) return { status: 500, body: {} };
      if (query.projectId === 'me:unknown') return { status: 404, body: {} };
      const mine = query.projectId === undefined ? 'create_project' : withdrawn;
      return { body: { permissions: Object.fromEntries(PERMISSION_KEYS.map((key) => [key, key !== mine])) } };
    },
    { paths: { permissions: '/permissions' } },
  );
  const projects = ['me:harbor', 'me:unknown'];
  for (withdrawn of PERMISSION_KEYS) {
    expect(await engine.chain.askPermissions(job, projects)).toEqual({ ok: true, value: undefined });
    expect(await readPreference('withdrawnKeys')).toEqual({
      '': ['create_project'],
      'me:harbor': [withdrawn],
      'me:unknown': [],
    });
  }
  const before = await readPreference('withdrawnKeys');
  withdrawn = undefined;
  expect(await engine.chain.askPermissions(job, projects)).toMatchObject({ ok: false });
  expect(await readPreference('withdrawnKeys')).toEqual(before);
});

test('what goes to it alone is told with its name, and what it does not know is nothing', async () => {
  await allowOnly('hosted');
  const action = { from: address, to: address, value: '0x1', data: '0x' } as const;
  const { engine, seen } = await start(
    ({ path }) => {
      if (path.endsWith('/balance')) return { body: { balance: '5', balance_in_dollars: 12.5 } };
      if (path.endsWith('/block-number')) return { body: { block_number: 9 } };
      if (path === '/public-networks') return { body: [{ id: String(networkId), name: 'Theirs' }] };
      if (path.startsWith('/public/cached-tx-data/')) return { body: { ...row('3'), hash } };
      if (path === '/usage') return { body: { quota: { plan_limit: 10, tus_used: 4 }, usages: [] } };
      if (path === '/safety') return { body: { action_type: 'Dangerous', reason: 'It drains.' } };
      return undefined;
    },
    { paths: { usage: '/usage', actionSafety: '/safety' } },
  );
  const ask = engine.chain.askHost;
  const told = <T>(value: T) => ({ ok: true, value: { host: 'Team host', told: value } });
  expect(await ask(job, { of: 'reach', networkId })).toEqual(told(true));
  expect(seen).toEqual([]);
  expect(await ask(job, { of: 'balance', networkId, address })).toMatchObject(told({ balance: 5n, dollars: 12.5 }));
  expect(await ask(job, { of: 'state', networkId })).toEqual(told({ blockNumber: 9, networkName: 'Theirs' }));
  expect(await ask(job, { of: 'transaction', networkId, hash })).toMatchObject(told({ hash, blockNumber: 9 }));
  expect(await ask(job, { of: 'usage' })).toMatchObject(told({ limit: 10, used: 4 }));
  expect(await ask(job, { of: 'safety', networkId, action })).toMatchObject(told({ tone: 'danger' }));
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: { network_id: String(networkId), ...action } });
  const unknown = { of: 'verifyAbi', networkId, address, contractName: 'Vault', abi: '["function f()"]' } as const;
  expect(await ask(job, unknown)).toEqual({ ok: true, value: { host: 'Team host', told: undefined } });
});

test('nobody is asked what goes to it alone without consent, or without a host', async () => {
  const { engine, seen } = await start(host);
  for (const of of ['reach', 'state'] as const) {
    expect(await engine.chain.askHost(job, { of, networkId })).toEqual({ ok: true, value: undefined });
  }
  expect(await engine.chain.askHost(job, { of: 'balance', networkId, address })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(seen).toEqual([]);
});

test('sources are published with what each imports itself, and the settings that were compiled', async () => {
  await allowOnly('hosted');
  const { engine, seen } = await start(({ path }) =>
    path === '/public/verify-contracts' ? { body: { contracts: [{ address }] } } : undefined,
  );
  const draft: VerificationDraft = {
    ...emptyDraft,
    method: 'files',
    visibility: 'public',
    uploaded: {
      'src/Vault.sol': 'import "./Base.sol"; contract Vault is Base {}',
      'src/Base.sol': 'import "./Deep.sol"; contract Base is Deep {}',
      'src/Deep.sol': 'contract Deep {}',
    },
    root: 'src/Vault.sol:Vault',
    settings: { ...emptyDraft.settings, compilerVersion: '0.8.30', optimizer: true, runs: '7', viaIR: true },
  };
  const answer = await engine.chain.askHost(job, { of: 'verify', networkId, address, draft });
  expect(answer).toMatchObject({ ok: true, value: { told: { isVerified: true } } });
  const { config, contracts } = (seen[0]?.body ?? {}) as { config: object; contracts: { contract_path: string }[] };
  expect(config).toMatchObject({
    name: 'solc',
    version: 'v0.8.30',
    settings: { optimizations_used: true, optimizations_count: 7, via_ir: true, evm_version: 'default' },
  });
  const sent = Object.fromEntries(contracts.map((one) => [one.contract_path, one]));
  expect(sent['src/Vault.sol']).toMatchObject({
    contract_name: 'Vault',
    imports: ['src/Base.sol'],
    network_id: String(networkId),
    address,
  });
  expect(sent['src/Base.sol']).toMatchObject({ contract_name: 'Base', imports: ['src/Deep.sol'] });
  expect(sent['src/Deep.sol']).toEqual({
    contract_name: 'Deep',
    contract_path: 'src/Deep.sol',
    source: 'contract Deep {}',
    imports: [],
  });
});

test('sources that are missing come from it where the hosts of packages may not be asked', async () => {
  await allowOnly('hosted');
  const { engine, seen } = await start(({ path, body }) => {
    const [name = ''] = path === '/storage/fetch' ? Object.keys(body as object) : [];
    return name === '' ? undefined : { body: { [name]: btoa('contract Owned {}') } };
  });
  const name = '@harbor/owned/Owned.sol';
  const answer = await engine.contracts.fetchImports(job, {
    missing: [{ name, specifier: name }],
    known: [],
    versions: { '@harbor/owned': '1.2.3' },
    remappings: '',
  });
  expect(answer).toMatchObject({ ok: true, value: { found: { [name]: 'contract Owned {}' }, problems: [] } });
  expect(JSON.stringify(seen[0]?.body)).toContain('@harbor/owned@1.2.3/Owned.sol');
});
