/** Imported build output in memory, beside other tabs that import and forget some. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { deleteArtifactsOf } from '../../../../src/db/contracts/artifacts';
import { closeDatabase, DATABASE_NAME } from '../../../../src/db/database';
import { findLabels, saveLabel } from '../../../../src/db/reader/labels';
import { Artifacts } from '../../../../src/workers/contracts/build-output/imported-artifacts';
import { deleteDatabase } from '../../../helpers/database-dump';
import { startEngine } from '../../../helpers/demo-engine';
import { eventually } from '../../../helpers/eventually';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const file = new TextEncoder().encode(
  JSON.stringify({
    contractName: 'Vault',
    abi: [{ type: 'error', name: 'TooMuch', inputs: [] }],
    bytecode: '0x',
    deployedBytecode: '0x6001600155',
  }),
);

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('what another tab imports is known, also where there was no database yet', async () => {
  const [here, there] = [new Artifacts(), new Artifacts()];
  expect(await here.isEmpty()).toBe(true);
  expect((await there.import('Vault.json', file)).ok).toBe(true);
  await eventually(async () => expect(await here.isEmpty()).toBe(false));
  expect((await here.prepare()).abis).toHaveLength(1);
});

test('what was forgotten on a page is forgotten', async () => {
  const here = new Artifacts();
  expect((await here.import('Vault.json', file)).ok).toBe(true);
  expect((await here.prepare()).abis).toHaveLength(1);
  expect(await deleteArtifactsOf('Vault.json')).toBe(1);
  await eventually(async () => expect((await here.prepare()).abis).toHaveLength(0));
});

test('what Ignition deployed goes by its names, which the search finds, and a name of the reader stays', async () => {
  const [gold, own] = [`0x${'11'.repeat(20)}` as Address, `0x${'22'.repeat(20)}` as Address];
  expect(await saveLabel({ networkId: ANVIL_NETWORK, address: own, name: 'Mine' })).toBe(true);
  const { engine } = await startEngine(['http://127.0.0.1:9']);
  const deployed = new TextEncoder().encode(JSON.stringify({ 'Shop#GoldToken': gold, 'Shop#Store': own }));
  const path = `ignition/deployments/chain-${ANVIL_NETWORK}/deployed_addresses.json`;
  expect(await engine.contracts.importBuildOutput(path, deployed)).toMatchObject({ value: { contracts: 0, names: 2 } });
  const names = await engine.contracts.names(ANVIL_NETWORK, [gold, own]);
  expect([names[gold]?.text, names[own]?.text]).toEqual(['GoldToken', 'Mine']);
  expect((await findLabels('tokne', 5)).map(({ name }) => name)).toEqual(['GoldToken']);
});
