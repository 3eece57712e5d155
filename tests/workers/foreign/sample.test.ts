/** Three transactions of the foreign chain: a success that writes storage, an error in an error, and a creation that fails. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { type ForeignChain, startForeignChain } from '../../../tools/foreign-chain/chain';
import { deleteDatabase } from '../../helpers/database-dump';
import { allDifferences, engineOf } from '../../helpers/foreign/engine';
import { unexpected } from '../../helpers/foreign/expected';

// All transactions, under three chain ids, are those of `npm run test:long`.
const NAMES = ['packed values and a nested mapping', 'error in an error', 'failed creation'];

let chain: ForeignChain;
beforeAll(async () => {
  chain = await startForeignChain(31_337, 0, 'laboratory');
});
afterAll(() => chain?.stop());
afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test.each([
  ['without any build output', 'nothing'],
  ['with its build output', 'buildOutput'],
] as const)('are told rightly %s', async (_, told) => {
  const transactions = chain.truth.transactions.filter(({ name }) => NAMES.includes(name));
  expect(transactions.map(({ status }) => status)).toEqual(['success', 'failed', 'failed']);
  const engine = await engineOf(chain, told);
  expect(unexpected(await allDifferences(engine, chain, told, transactions))).toEqual([]);
  await engine.settled();
});
