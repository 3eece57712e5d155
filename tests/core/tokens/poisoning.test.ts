import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { findPoisoning, findPoisoningOfAll, type SentTransfer } from '../../../src/core/tokens/poisoning';

const account = `0x${'a'.repeat(40)}` as Address;
const stranger = `0x${'9'.repeat(40)}` as Address;
const exchange = `0x5be2${'1'.repeat(32)}91c4` as Address;
const lookAlike = `0x5be2${'7'.repeat(32)}91c4` as Address;
const other = `0x${'4'.repeat(40)}` as Address;

function sent(from: Address, to: Address, amount: bigint, sender: Address): SentTransfer {
  const token = `0x${'d'.repeat(40)}` as Address;
  return {
    sender,
    transfer: { standard: 'ERC-20', token, from, to, amount, blockNumber: 1, position: 0, transactionIndex: 0 },
  };
}

test('a look-alike of an address that the account paid is told, and so is a transfer of nothing', () => {
  expect(
    findPoisoning(account, [
      sent(account, lookAlike, 0n, stranger),
      sent(lookAlike, account, 5n, stranger),
      sent(account, other, 0n, stranger),
      sent(account, exchange, 100n, account),
    ]),
  ).toEqual([
    { kind: 'look-alike', of: exchange },
    { kind: 'look-alike', of: exchange },
    { kind: 'zero-value' },
    undefined,
  ]);
});

test('what the account sent itself, and what others paid it, is none', () => {
  expect(
    findPoisoning(account, [
      sent(account, other, 0n, account),
      sent(exchange, account, 7n, stranger),
      sent(account, exchange, 100n, account),
      sent(lookAlike, account, 7n, account),
    ]),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test('nobody is imitated whom the account paid nothing', () => {
  expect(
    findPoisoning(account, [sent(lookAlike, account, 5n, stranger), sent(exchange, account, 5n, stranger)]),
  ).toEqual([undefined, undefined]);
});

test('in a list of everybody: a stranger moves nothing of two others, or imitates whom one of them paid', () => {
  expect(
    findPoisoningOfAll([
      sent(account, other, 0n, stranger),
      sent(account, lookAlike, 3n, stranger),
      sent(lookAlike, account, 3n, stranger),
      // Somebody may move nothing of his own, be paid, or pay through a contract.
      sent(account, other, 0n, account),
      sent(account, exchange, 100n, account),
      sent(account, other, 7n, stranger),
    ]),
  ).toEqual([
    { kind: 'zero-value' },
    { kind: 'look-alike', of: exchange },
    { kind: 'look-alike', of: exchange },
    undefined,
    undefined,
    undefined,
  ]);
});
