import { expect, test } from 'vitest';
import { noOwnerText } from '../../../src/app/views/nft/no-owner-text';
import type { Address } from '../../../src/core/chain/primitives';
import { ZERO_ADDRESS } from '../../../src/core/chain/zero-address';

const owner = `0x${'ab'.repeat(20)}` as Address;
const facts = { collection: undefined };

test('an ERC-721 item without an owner is nobody’s', () => {
  expect(noOwnerText(facts, 'ERC-721')).toBe(
    'The contract states no owner of this item: it was never minted, or it was burned.',
  );
  expect(noOwnerText({ ...facts, owner: ZERO_ADDRESS }, 'ERC-721')).toContain('states no owner');
  expect(noOwnerText({ ...facts, owner }, 'ERC-721')).toBeUndefined();
});

test('an ERC-1155 item is nobody’s where its contract counts none of it', () => {
  expect(noOwnerText({ ...facts, supply: 0n }, 'ERC-1155')).toBe(
    'The contract counts none of this item: it was never minted, or it was burned.',
  );
  expect(noOwnerText({ ...facts, supply: 3n }, 'ERC-1155')).toBeUndefined();
  expect(noOwnerText(facts, 'ERC-1155')).toBeUndefined();
});
