/** Two hundred transactions of each development node of the OP Stack. */
import { expect, test } from 'vitest';
import { differingBalances } from './op-transactions';

test.each(['isthmus', 'celo'] as const)('a node of %s has the balances that executing gives', async (name) => {
  expect(await differingBalances(name, 200)).toEqual([]);
});
