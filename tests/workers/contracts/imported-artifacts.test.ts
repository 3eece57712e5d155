/** Imported build output in memory, beside other tabs that import and forget some. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { deleteArtifactsOf } from '../../../src/db/artifacts';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { Artifacts } from '../../../src/workers/contracts/imported-artifacts';
import { deleteDatabase } from '../../helpers/database-dump';
import { eventually } from '../../helpers/eventually';

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
