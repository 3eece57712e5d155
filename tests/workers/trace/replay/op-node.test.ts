/** Transactions of development nodes of the OP Stack and of Celo, executed again: all balances to the wei. */
import { expect, test } from 'vitest';
import { differingBalances, opTransactions } from './op-transactions';

/** As many as show every kind; the long suite sends two hundred. */
const COUNT = 20;

test.each(['isthmus', 'celo'] as const)('a node of %s has the balances that executing gives', async (name) => {
  expect(await differingBalances(name, COUNT)).toEqual([]);
});

test('the transactions are of every kind, and no two are the same', () => {
  const sent = opTransactions(1, COUNT, false) as { type?: string }[];
  expect(sent.filter(({ type }) => type === '0x7e')).toHaveLength(5);
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(COUNT);
});
