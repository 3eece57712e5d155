import { expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import {
  hasOtherDecimals,
  imitatedToken,
  type KeptListedToken,
  withListed,
} from '../../../src/core/tokens/listed-names';

const address = (digit: string) => `0x${digit.repeat(40)}` as Address;
const listed: KeptListedToken = {
  networkId: 1 as NetworkId,
  address: address('a'),
  symbol: 'USDX',
  name: 'US Dollar X',
  decimals: 6,
  list: 'A List',
};

test('the list says what the contract does not, and nothing else', () => {
  expect(withListed({ symbol: 'OWN', decimals: 18 }, listed)).toEqual({
    symbol: 'OWN',
    name: 'US Dollar X',
    decimals: 18,
  });
  expect(withListed(undefined, listed)).toEqual({ symbol: 'USDX', name: 'US Dollar X', decimals: 6 });
  expect(withListed({ name: 'Own' }, undefined)).toEqual({ name: 'Own' });
  expect(withListed(undefined, undefined)).toBeUndefined();
});

test('other decimals are a difference only where both say some', () => {
  expect(hasOtherDecimals({ decimals: 18 }, listed)).toBe(true);
  expect(hasOtherDecimals({ decimals: 6 }, listed)).toBe(false);
  expect(hasOtherDecimals({}, listed)).toBe(false);
  expect(hasOtherDecimals({ decimals: 18 }, undefined)).toBe(false);
});

test('a token imitates a listed one of the same name and symbol at another address, unless it is listed itself', () => {
  const copy = { address: address('b'), symbol: 'usdx', name: 'US  Dollar Ｘ' };
  expect(imitatedToken(copy, [listed])).toBe(listed);
  expect(imitatedToken({ ...copy, name: 'Another' }, [listed])).toBeUndefined();
  expect(imitatedToken({ ...copy, symbol: 'USDXY' }, [listed])).toBeUndefined();
  expect(imitatedToken({ address: copy.address, symbol: 'USDX' }, [listed])).toBeUndefined();
  expect(imitatedToken({ ...copy, address: listed.address }, [listed])).toBeUndefined();
  expect(imitatedToken(copy, [listed, { ...listed, address: copy.address, name: 'Bridged' }])).toBeUndefined();
});
