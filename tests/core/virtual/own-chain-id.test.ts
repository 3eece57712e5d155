import { expect, it as test } from 'vitest';
import { ownChainId } from '../../../src/core/virtual/own-chain-id';

test('is never that of another network', () => {
  expect(ownChainId(undefined)).toBe(7357);
  expect(ownChainId(1)).toBe(73571);
  expect(ownChainId(1, new Set([73571, 735712]))).toBe(735713);
  expect(ownChainId(undefined, new Set([7357]))).toBe(73572);
});

test('stays a number that is exact, whatever the parent has', () => {
  expect(ownChainId(Number.MAX_SAFE_INTEGER)).toBe(7357);
});
