import { toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import type { Log } from '../../../src/core/chain/transaction';
import { ZERO_ADDRESS } from '../../../src/core/chain/zero-address';
import {
  MAX_BATCH_ITEMS,
  malformedTransfer,
  readBlockTransfers,
  readLogTransfers,
} from '../../../src/core/tokens/token-transfers';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';

const token = `0x${'d'.repeat(40)}` as Address;
const alice = `0x${'a'.repeat(40)}` as Address;
const bob = `0x${'b'.repeat(40)}` as Address;
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const topic = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2)}`;
const log = (topics: readonly string[], ...words: (bigint | number)[]): Log => ({
  address: token,
  topics: topics as readonly Hash[],
  data: `0x${words.map(word).join('')}` as Hex,
  logIndex: 0,
});

test('a log of the protocol tells of ether, and of no token (EIP-7708)', () => {
  const moved = log([TRANSFER, topic(alice), topic(bob)], 5);
  expect(readLogTransfers({ ...moved, address: `0x${'f'.repeat(39)}e` as Address })).toEqual([]);
});

test('each standard is told by its event', () => {
  expect(readLogTransfers(log([TRANSFER, topic(alice), topic(bob)], 5))).toEqual([
    { standard: 'ERC-20', token, from: alice, to: bob, amount: 5n },
  ]);
  expect(readLogTransfers(log([TRANSFER, topic(alice), topic(bob), `0x${word(7)}`]))).toEqual([
    { standard: 'ERC-721', token, tokenId: 7n, from: alice, to: bob, amount: 1n },
  ]);
  expect(readLogTransfers(log([SINGLE, topic(bob), topic(alice), topic(bob)], 3, 40))).toEqual([
    { standard: 'ERC-1155', token, tokenId: 3n, from: alice, to: bob, amount: 40n },
  ]);
  const batch = readLogTransfers(log([BATCH, topic(bob), topic(alice), topic(bob)], 64, 160, 2, 3, 4, 2, 40, 50));
  expect(batch.map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
    [3n, 40n],
    [4n, 50n],
  ]);
});

test('a Transfer that indexes nothing moves an item of a contract that has no decimals, and an amount of one that has', () => {
  const nothing = log([TRANSFER], BigInt(alice), BigInt(bob), 9);
  expect(readLogTransfers(nothing)).toEqual([
    { standard: 'ERC-20', token, from: alice, to: bob, amount: 9n, unclear: true },
  ]);
  const read = (words: { symbol?: string; decimals?: number } | undefined) =>
    readBlockTransfers(1, [{ index: 0, logs: [nothing] }], () => words);
  expect(read({ symbol: 'CK' })).toMatchObject([
    { standard: 'ERC-721', tokenId: 9n, amount: 1n, from: alice, to: bob },
  ]);
  expect(read({ symbol: 'OLD', decimals: 8 })).toMatchObject([{ standard: 'ERC-20', amount: 9n }]);
  expect(read(undefined)).toMatchObject([{ standard: 'ERC-20', amount: 9n }]);
  for (const damaged of [
    log([TRANSFER], BigInt(alice), BigInt(bob)),
    log([TRANSFER], BigInt(alice), BigInt(bob), 9, 9),
    log([TRANSFER], 2n ** 200n, BigInt(bob), 9),
  ])
    expect(readLogTransfers(damaged)).toEqual([]);
});

test('damaged logs tell of no transfer', () => {
  const dirty = `0x1${'0'.repeat(23)}${alice.slice(2)}`;
  for (const damaged of [
    log([TRANSFER, topic(alice), topic(bob)]),
    log([TRANSFER, dirty, topic(bob)], 5),
    log([TRANSFER, topic(alice)], 5),
    log([SINGLE, topic(bob), topic(alice), topic(bob)], 3),
    log([BATCH, topic(bob), topic(alice), topic(bob)], 64, 160, 2, 3, 4, 1, 40),
    log([BATCH, topic(bob), topic(alice), topic(bob)], 2n ** 255n, 64, 1),
    log([BATCH, topic(bob), topic(alice), topic(bob)], 64, 64, 2n ** 40n),
    log([]),
  ]) {
    expect(readLogTransfers(damaged)).toEqual([]);
  }
});

/** ERC-2309: event ConsecutiveTransfer(uint256 indexed fromTokenId, uint256 toTokenId, address indexed from, address indexed to). */
test('items of consecutive ids move one by one', () => {
  const moved = (first: bigint, last: bigint) =>
    log(
      [
        toEventSelector('ConsecutiveTransfer(uint256,uint256,address,address)'),
        `0x${word(first)}`,
        topic(ZERO_ADDRESS),
        topic(bob),
      ],
      last,
    );
  expect(readLogTransfers(moved(5n, 7n))).toEqual(
    [5n, 6n, 7n].map((tokenId) => ({ standard: 'ERC-721', token, tokenId, from: ZERO_ADDRESS, to: bob, amount: 1n })),
  );
  expect(readLogTransfers(moved(0n, BigInt(MAX_BATCH_ITEMS) - 1n))).toHaveLength(MAX_BATCH_ITEMS);
  for (const unread of [moved(7n, 5n), moved(0n, BigInt(MAX_BATCH_ITEMS)), moved(0n, 2n ** 256n - 1n)]) {
    expect(readLogTransfers(unread)).toEqual([]);
    expect(malformedTransfer(unread)).toMatch(/^a malformed ConsecutiveTransfer/);
  }
  expect(malformedTransfer(moved(5n, 7n))).toBeUndefined();
});

/** ERC-6909: event Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount). */
test('items of ERC-6909 move by their own event', () => {
  const event = toEventSelector('Transfer(address,address,address,uint256,uint256)');
  expect(readLogTransfers(log([event, topic(alice), topic(bob), `0x${word(9)}`], BigInt(bob), 400))).toEqual([
    { standard: 'ERC-6909', token, tokenId: 9n, from: alice, to: bob, amount: 400n },
  ]);
  expect(readLogTransfers(log([event, topic(alice), topic(bob), `0x${word(9)}`], 400))).toEqual([]);
});

test('a batch whose lists do not go together is said to be malformed, and an empty one is none', () => {
  const batch = (...words: (bigint | number)[]) => log([BATCH, topic(bob), topic(alice), topic(bob)], ...words);
  expect(malformedTransfer(batch(64, 192, 3, 1, 2, 3, 2, 10, 20))).toBe(
    'a malformed TransferBatch of 3 ids and 2 values',
  );
  expect(malformedTransfer(batch(64, 2n ** 255n, 1, 7))).toBe('a malformed TransferBatch of 1 ids and 0 values');
  expect(malformedTransfer(batch(64))).toBe('a malformed TransferBatch');
  expect(malformedTransfer(batch(64, 96, 0, 0))).toBeUndefined();
  expect(malformedTransfer(batch(64, 160, 2, 3, 4, 2, 40, 50))).toBeUndefined();
  // Two accounts without an amount, and a single item without its value.
  expect(malformedTransfer(log([TRANSFER, topic(alice), topic(bob)]))).toBe('a malformed Transfer');
  expect(malformedTransfer(log([SINGLE, topic(alice), topic(alice), topic(bob)], 5n))).toBe(
    'a malformed TransferSingle',
  );
  expect(malformedTransfer(log([TRANSFER, topic(alice), topic(bob)], 5n))).toBeUndefined();
});

test('a deposit is a mint of a token, once where the contract also says so itself, and nothing elsewhere', () => {
  const deposit = log([DEPOSIT, topic(alice)], 9);
  const mint = log([TRANSFER, topic(ZERO_ADDRESS), topic(alice)], 9);
  const read = (logs: Log[], words: { symbol?: string; decimals?: number } = { symbol: 'WETH', decimals: 18 }) =>
    readBlockTransfers(1, [{ index: 0, logs }], () => words).map(({ from, to, amount }) => [from, to, amount]);
  expect(read([deposit])).toEqual([[ZERO_ADDRESS, alice, 9n]]);
  expect(read([deposit], {})).toEqual([]);
  expect(read([mint, deposit])).toHaveLength(1);
  expect(read([deposit, mint])).toHaveLength(1);
});

test('transfers of a block have places in the order of logs and items, whatever the node numbers', () => {
  const batch = log([BATCH, topic(bob), topic(alice), topic(bob)], 64, 160, 2, 3, 4, 2, 40, 50);
  const single = log([TRANSFER, topic(alice), topic(bob)], 5);
  const transfers = readBlockTransfers(
    8,
    [
      { index: 0, logs: [log([]), batch] },
      { index: 3, logs: [single] },
    ],
    () => undefined,
  );
  expect(
    transfers.map(({ blockNumber, position, transactionIndex }) => [blockNumber, position, transactionIndex]),
  ).toEqual([
    [8, MAX_BATCH_ITEMS, 0],
    [8, MAX_BATCH_ITEMS + 1, 0],
    [8, 2 * MAX_BATCH_ITEMS, 3],
  ]);
});

test('the events of ERC-777 tell what moved, once where Transfer tells it, too', () => {
  const operator = topic(bob);
  const of = (event: string, parties: readonly string[]) =>
    log([toEventSelector(event), operator, ...parties], 5, 64, 96, 0, 0);
  const sent = of('Sent(address,address,address,uint256,bytes,bytes)', [topic(alice), topic(bob)]);
  const minted = of('Minted(address,address,uint256,bytes,bytes)', [topic(alice)]);
  const burned = of('Burned(address,address,uint256,bytes,bytes)', [topic(alice)]);
  const moved = { standard: 'ERC-20', token, amount: 5n, wrapping: true };
  expect(readLogTransfers(sent)).toEqual([{ ...moved, from: alice, to: bob }]);
  expect(readLogTransfers(minted)).toEqual([{ ...moved, from: ZERO_ADDRESS, to: alice }]);
  expect(readLogTransfers(burned)).toEqual([{ ...moved, from: alice, to: ZERO_ADDRESS }]);
  expect(readLogTransfers({ ...sent, topics: sent.topics.slice(0, 3) })).toEqual([]);
  const repeated = log([TRANSFER, topic(alice), topic(bob)], 5);
  const inBlock = (...logs: Log[]) =>
    readBlockTransfers(1, [{ index: 0, logs }], () => ({ symbol: 'T', decimals: 18 }));
  for (const logs of [[sent], [sent, repeated], [repeated, sent]])
    expect(inBlock(...logs)).toMatchObject([{ from: alice, to: bob, amount: 5n }]);
});
