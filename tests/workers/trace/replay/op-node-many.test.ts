/** Two hundred transactions of each development node of the OP Stack. */
import { expect, test } from 'vitest';
import { EDR_FOLDER } from '../../../helpers/edr';
import { differingBalances } from './op-transactions';

test.each(['isthmus', 'celo'] as const)('a node of %s has the balances that executing gives', async (name) => {
  expect(await differingBalances(name, 200)).toEqual([]);
});

test.skipIf(EDR_FOLDER === undefined)('a chain of EDR has the balances that executing gives', async () => {
  expect(await differingBalances('edr', 200)).toEqual([]);
});
