import { expect, test } from 'vitest';
import { contractsCreated } from '../../../src/core/chain/contracts-created';

test('a new contract has nonce 1, and has created none', () => {
  expect([0, 1, 3].map(contractsCreated)).toEqual([0, 0, 2]);
});
