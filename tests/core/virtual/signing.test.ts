import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { TEST_ACCOUNTS } from '../../../src/core/virtual/signing';

test.each([...TEST_ACCOUNTS])('the key of test account %s is its own', (address, key) => {
  expect(privateKeyToAddress(key).toLowerCase()).toBe(address);
});
