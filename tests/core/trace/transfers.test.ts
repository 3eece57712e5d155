/** Transfers from traces drawn as text. */

import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { SYSTEM_ADDRESS } from '../../../src/core/chain/system-address';
import { ZERO_ADDRESS } from '../../../src/core/chain/zero-address';
import {
  computeNetChanges,
  computeTransfers,
  type SelfdestructEnds,
  type Transfer,
} from '../../../src/core/trace/transfers';
import { addressOf, callTree } from '../../helpers/call-tree';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';

const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`;
const who = (name: string) => `0x${addressOf(name).slice(2).padStart(64, '0')}`;
const data = (...values: (bigint | number)[]) => `0x${values.map((value) => word(value).slice(2)).join('')}`;

/** `native 5 A>B`, `ERC-1155 Token#7 2 A>B`. */
function draw(transfers: readonly Transfer[]): string[] {
  return transfers.map(({ standard, token, tokenId, amount, from, to }) =>
    [
      standard,
      token && `${nameOf(token)}${tokenId === undefined ? '' : `#${tokenId}`}`,
      amount,
      `${nameOf(from)}>${nameOf(to)}`,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  );
}
function nameOf(address: Address): string {
  if (address === ZERO_ADDRESS) return '0';
  return String.fromCharCode(...(address.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))).replace(
    /\0+$/,
    '',
  );
}

test('values of calls and creations, not of delegated code', () => {
  const trace = callTree(`
    Router = 10
      Impl :delegatecall = 10
      Pair :create = 3
      Bob = 2
      Nobody = 0`);
  expect(draw(computeTransfers(trace))).toEqual([
    'native 10 Sender>Router',
    'native 3 Router>Pair',
    'native 2 Router>Bob',
  ]);
});

test('ether that a log of the protocol tells of is counted once (EIP-7708)', () => {
  const trace = callTree(`
    Token = 5
      #[${TRANSFER} ${who('A')} ${who('B')} | ${data(5)}]`);
  expect(computeTransfers(trace)).toHaveLength(2);
  const token = trace.rows.from[1] ?? -1;
  const addresses = trace.addresses.map((address, i) => (i === token ? SYSTEM_ADDRESS : address));
  expect(computeTransfers({ ...trace, addresses })).toMatchObject([{ standard: 'native', amount: 5n }]);
});

test('events of the three standards', () => {
  const trace = callTree(`
    Token.move
      #[${TRANSFER} ${who('A')} ${who('B')} | ${data(2n ** 200n)}]
      #[${TRANSFER} ${word(0)} ${who('B')} ${word(77)} | ]
      #[${SINGLE} ${who('Op')} ${who('A')} ${who('B')} | ${data(7, 2)}]
      #[${BATCH} ${who('Op')} ${who('A')} ${who('B')} | ${data(64, 160, 2, 1, 2, 2, 10, 20)}]`);
  expect(draw(computeTransfers(trace))).toEqual([
    `ERC-20 Token ${2n ** 200n} A>B`,
    'ERC-721 Token#77 1 0>B',
    'ERC-1155 Token#7 2 A>B',
    'ERC-1155 Token#1 10 A>B',
    'ERC-1155 Token#2 20 A>B',
  ]);
});

test('what a caught failure undid is left out, however deep the failure came from', () => {
  const trace = callTree(`
    Router = 1
      Pool = 2 ! 
        Deep = 3 ! 
        Token
          #[${TRANSFER} ${who('A')} ${who('B')} | ${data(9)}]
      Bob = 4`);
  expect(draw(computeTransfers(trace))).toEqual(['native 1 Sender>Router', 'native 4 Router>Bob']);
});

test('of a failed transaction, what would have moved', () => {
  const trace = callTree(`
    Router = 1 !
      Caught = 2 !
        Deep = 8
      Token
        #[${TRANSFER} ${who('A')} ${who('B')} | ${data(9)}]`);
  expect(draw(computeTransfers(trace))).toEqual(['native 1 Sender>Router', 'ERC-20 Token 9 A>B'].concat());
});

test('bytes that are no transfer make none', () => {
  const trace = callTree(`
    Token
      #[${TRANSFER} ${who('A')} ${who('B')} | 0x00]
      #[${TRANSFER} ${who('A')} | ${data(1)}]
      #[${SINGLE} ${who('Op')} ${who('A')} ${who('B')} | ${data(7)}]
      #[${BATCH} ${who('Op')} ${who('A')} ${who('B')} | ${data(64, 2n ** 255n, 1, 1)}]
      #[${BATCH} ${who('Op')} ${who('A')} ${who('B')} | ${data(64, 64, 2n ** 60n)}]
      #Other`);
  expect(computeTransfers(trace)).toEqual([]);
});

test('many wraps beside many transfers take no look at each pair of them', () => {
  const count = 300;
  const logs = Array.from({ length: count }, (_, at) => [
    `      #[${DEPOSIT} ${who('A')} | ${data(at + 1)}]`,
    `      #[${TRANSFER} ${word(0)} ${who('A')} | ${data(at + 1 + count)}]`,
  ]);
  const trace = callTree(`\n    Weth\n${logs.flat().join('\n')}`);
  let looks = 0;
  const parent = new Proxy(trace.rows.parent, {
    get(rows, row) {
      looks++;
      return Reflect.get(rows, row, rows);
    },
  });
  expect(computeTransfers({ ...trace, rows: { ...trace.rows, parent } })).toHaveLength(count);
  expect(looks).toBeLessThanOrEqual(2 * count);
});

test('a wrapper that emits Deposit and Transfer makes one transfer, one that emits Deposit alone too', () => {
  const deposit = `#[${DEPOSIT} ${who('A')} | ${data(5)}]`;
  const both = callTree(`
    Weth = 5
      ${deposit}
      #[${TRANSFER} ${word(0)} ${who('A')} | ${data(5)}]`);
  expect(draw(computeTransfers(both))).toEqual(['native 5 Sender>Weth', 'ERC-20 Weth 5 0>A']);
  const alone = callTree(`
    Weth = 5
      ${deposit}`);
  expect(computeTransfers(alone).at(-1)).toMatchObject({ wrapping: true, amount: 5n });
});

test('Sent of ERC-777 beside a Transfer makes one transfer, alone too', () => {
  const sent = `#[0x06b541ddaa720db2b10a4d0cdac39b8d360425fc073085fac19bc82614677987 ${who('Op')} ${who('A')} ${who('B')} | ${data(5)}${word(96).slice(2)}${word(128).slice(2)}]`;
  const both = callTree(`
    Token.send
      ${sent}
      #[${TRANSFER} ${who('A')} ${who('B')} | ${data(5)}]`);
  expect(draw(computeTransfers(both))).toEqual(['ERC-20 Token 5 A>B']);
  const alone = callTree(`
    Token.send
      ${sent}`);
  expect(draw(computeTransfers(alone))).toEqual(['ERC-20 Token 5 A>B']);
});

test('net changes: what comes and goes cancels out, the zero address is nobody', () => {
  const trace = callTree(`
    Token.move
      #[${TRANSFER} ${who('A')} ${who('B')} | ${data(9)}]
      #[${TRANSFER} ${who('B')} ${who('C')} | ${data(9)}]
      #[${TRANSFER} ${word(0)} ${who('A')} ${word(77)} | ]`);
  const changes = computeNetChanges(computeTransfers(trace));
  expect(changes.map(({ address, amount, tokenId }) => `${nameOf(address)} ${amount} ${tokenId ?? ''}`.trim())).toEqual(
    ['A -9', 'A 1 77', 'C 9'],
  );
});

// EIP-6780: a contract made in the same transaction goes, with what it holds; others only give their ether away.
test('ether that ends with a contract is burnt: sent to itself by its end, or to it afterwards', () => {
  const itself = callTree(`
    Maker = 5
      Bomb :create = 5
      Bomb
        Bomb :selfdestruct = 5`);
  const all = computeTransfers(itself);
  expect(draw(all)).toEqual(['native 5 Sender>Maker', 'native 5 Maker>Bomb', 'native 5 Bomb>0']);
  expect(computeNetChanges(all).map(({ address, amount }) => `${nameOf(address)} ${amount}`)).toEqual(['Sender -5']);
  const afterwards = callTree(`
    Maker = 9
      Bomb :create2 = 1
      Bomb
        Heir :selfdestruct = 1
      Bomb = 7
        Bob = 3`);
  expect(draw(computeTransfers(afterwards))).toEqual([
    'native 9 Sender>Maker',
    'native 1 Maker>Bomb',
    'native 1 Bomb>Heir',
    'native 7 Maker>Bomb',
    'native 3 Bomb>Bob',
    'native 4 Bomb>0',
  ]);
});

test('a contract that was there before keeps what it sends to itself, from Cancun on', () => {
  const trace = callTree(`
    Old = 5
      Old :selfdestruct = 8`);
  const drawn = (ends?: SelfdestructEnds) => draw(computeTransfers(trace, ends)).at(-1);
  expect(drawn()).toBe('native 8 Old>Old');
  expect(drawn('all')).toBe('native 8 Old>0');
  const made = callTree(`
    Maker = 5
      Bomb :create = 5
        Bomb :selfdestruct = 5`);
  expect(draw(computeTransfers(made, 'none')).at(-1)).toBe('native 5 Bomb>Bomb');
});
