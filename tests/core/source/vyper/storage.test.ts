/** Names and values of storage, as the output \`layout\` of Vyper places them. */
import { concat, keccak256, numberToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { stepIndex } from '../../../../src/core/evm/recording/steps';
import { KnownStorage, MappingKeys } from '../../../../src/core/source/values/known-storage';
import { readPath } from '../../../../src/core/source/values/read-path';
import { stateVariables } from '../../../../src/core/source/values/state-variables';
import { slotsOf } from '../../../../src/core/source/values/storage-layout';
import { StoragePaths } from '../../../../src/core/source/values/storage-path';
import { decodeStored } from '../../../../src/core/source/values/stored-value';
import { outlineOf } from '../../../../src/core/source/vyper/outline';
import { vyperLayout } from '../../../../src/core/source/vyper/storage';
import { vyperType } from '../../../../src/core/source/vyper/types';
import { callLedger, LIMIT, recordedRun } from './ledger';

const WHO = `0x${'11'.repeat(20)}`;
const CALLS = [
  { name: 'credit', args: [WHO, 5n] },
  { name: 'describe', args: ['a title longer than a word, 38 in all', 'short'] },
];

function pathsOf(calls: typeof CALLS): string[] {
  const { replay, contract } = callLedger(recordedRun('0.4.3'), calls);
  const paths = new StoragePaths(replay.preimages);
  return Array.from({ length: replay.accesses.length }, (_, index) => {
    const key = replay.slotKey(replay.accesses.at(index));
    return paths.at(key, contract.layout.storage).map(({ path }) => path)[0] ?? '';
  });
}

test('slots are named through mappings of mappings, texts as keys, arrays in place and unpacked items', () => {
  expect(new Set(pathsOf(CALLS.slice(0, 1)))).toEqual(new Set([`balances[${WHO}][7]`, 'total']));
  expect(new Set(pathsOf(CALLS))).toEqual(
    new Set([
      'title.length',
      'title',
      'names["short"]',
      'names["constant"]',
      'entries.length',
      'entries[0].amount',
      'entries[0].who',
      'small[1]',
    ]),
  );
});

test('variables have their values, immutables those behind the code', () => {
  const { replay, compilation, contract, codeOf } = callLedger(recordedRun('0.4.3'), CALLS);
  const last = stepIndex(replay.steps.length - 1);
  const { storage = new Map(), transient = new Map() } = replay.storageAt(last) ?? {};
  const keys = new MappingKeys(replay.preimages);
  const variables = stateVariables(compilation, contract, {
    storage: new KnownStorage(storage, undefined, keys),
    transient: new KnownStorage(transient, 0n, keys),
    code: codeOf(0 as Parameters<typeof codeOf>[0]),
  });
  const shown = (value: Decoded): unknown =>
    value.items ? value.items.map((item) => [item.name, shown(item)]) : value.text;
  const shownValue = (name: string) => {
    const found = variables.find(({ value }) => value.name === name);
    return found && shown(found.value);
  };
  expect(shownValue('title')).toBe('a title longer than a word, 38 in all');
  expect(shownValue('names')).toEqual([
    ['"short"', 'true'],
    ['"constant"', 'true'],
  ]);
  expect(shownValue('entries')).toMatchObject([
    [
      '0',
      [
        ['amount', '5'],
        ['who', expect.stringMatching(/^0x/)],
      ],
    ],
  ]);
  expect(shownValue('LIMIT')).toBe(`${LIMIT}`);
});

/** The slot of a value for a key in a mapping, which Vyper hashes behind the mapping's. */
const slotFirst = (slot: bigint, key: bigint) =>
  concat([numberToBytes(slot, { size: 32 }), numberToBytes(key, { size: 32 })]);

/** `pools[1]`, a struct of the source, in a mapping at slot 7 whose key was hashed. */
function poolOf(source: string) {
  const structs = new Map(outlineOf(source).structs.map((struct) => [struct.name, struct]));
  const stated = { storage_layout: { pools: { type: 'HashMap[uint256, Pool]', slot: 7 } } };
  const { storage } = vyperLayout(stated, structs, 'C');
  const preimage = slotFirst(7n, 1n);
  const start = BigInt(keccak256(preimage));
  const preimages = { all: () => new Map([[start, preimage]]) };
  const paths = new StoragePaths(preimages);
  return {
    pathsAt: (distance: bigint) => paths.at(start + distance, storage).map(({ path }) => path),
    distanceOf: (path: string) => {
      const read = readPath(path, storage);
      return read.ok ? read.value.slot - start : read.error;
    },
    /** The members, where each slot of the struct holds its distance from the first. */
    members: () => {
      const slots = new Map(Array.from({ length: 20 }, (_, at) => [start + BigInt(at), BigInt(at)]));
      const known = new KnownStorage(slots, undefined, new MappingKeys(preimages));
      const value = decodeStored('pool', vyperType('Pool', structs), { slot: start, offset: 0 }, known);
      return value.items?.map(({ name, text, items }) => `${name}=${items ? items.map((item) => item.text) : text}`);
    },
  };
}

describe('structs whose members have constants as lengths', () => {
  const pool = poolOf(`
MAX: constant(uint256) = LIMIT
struct Pool:
    coins: DynArray[uint256, MAX]
    fixed: uint256[MAX]
    n: uint256
LIMIT: constant(uint256) = 3
`);

  test('have their members where the value of the constant puts them', () => {
    expect(pool.pathsAt(0n)).toEqual(['pools[1].coins.length']);
    expect(pool.pathsAt(1n)).toEqual(['pools[1].coins[0]']);
    expect(pool.pathsAt(6n)).toEqual(['pools[1].fixed[2]']);
    expect(pool.pathsAt(7n)).toEqual(['pools[1].n']);
    expect(pool.distanceOf('pools[1].n')).toBe(7n);
    expect(pool.members()).toEqual(['coins=', 'fixed=4,5,6', 'n=7']);
  });

  test('have no places behind a length that is not known', () => {
    const { pathsAt, distanceOf, members } = poolOf(`
import lib
struct Pool:
    first: uint256
    coins: DynArray[uint256, lib.MAX]
    n: uint256
`);
    expect(pathsAt(0n)).toEqual(['pools[1].first']);
    expect(pathsAt(1n)).toEqual(['pools[1].coins']);
    expect(pathsAt(2n)).toEqual([]);
    expect(distanceOf('pools[1].coins')).toBe(1n);
    expect(distanceOf('pools[1].n')).toBe('Where pools[1].n lies is not known: a member before it is of unknown size.');
    expect(members()).toEqual(['first=0', expect.stringMatching(/^coins=0x0+1$/), 'n=its place is not known']);
  });

  test('have no items behind one of unknown size', () => {
    const { pathsAt, distanceOf, members } = poolOf(`
struct Inner:
    first: uint256
    rest: uint256[2 * MAX]
struct Pool:
    inner: Inner[3]
`);
    expect(pathsAt(0n)).toEqual(['pools[1].inner[0].first']);
    expect(pathsAt(2n)).toEqual([]);
    expect(distanceOf('pools[1].inner[0].rest')).toBe(1n);
    expect(distanceOf('pools[1].inner[1]')).toBe(
      'Where pools[1].inner[1] lies is not known: items of pools[1].inner are of unknown size.',
    );
    expect(members()).toEqual(['inner=,its place is not known,its place is not known']);
  });

  test('go on behind values of a word whose meaning is not known', () => {
    const { pathsAt } = poolOf(`
flag Color:
    RED
struct Pool:
    color: Color
    rate: decimal
    token: ERC20
    n: uint256
`);
    expect(pathsAt(3n)).toEqual(['pools[1].n']);
  });
});

test.each([
  ['DynArray[uint256,3][2]', 8n],
  ['String[10][2]', 4n],
  ['DynArray[String[40], 2]', 7n],
  ['DynArray[uint256[3], 2]', 7n],
  ['uint8[3][2]', 6n],
  ['HashMap[address, uint256[3]]', 1n],
  ['Bytes[65]', 4n],
])('%s takes %s slots', (text, slots) => {
  expect(slotsOf(vyperType(text, new Map()))).toBe(slots);
});

test('fixed bytes have their own length in the word that they take', () => {
  const word = BigInt(`0x${'a9059cbb'.padEnd(64, '0')}`);
  const known = new KnownStorage(new Map([[0n, word]]), undefined, new MappingKeys({ all: () => new Map() }));
  const type = vyperType('bytes4', new Map());
  expect(decodeStored('selector', type, { slot: 0n, offset: 0 }, known).text).toBe('0xa9059cbb');
  expect(slotsOf(vyperType('bytes4[3]', new Map()))).toBe(3n);
  const { storage } = vyperLayout(
    { storage_layout: { allowed: { type: 'HashMap[bytes4, bool]', slot: 2 } } },
    new Map(),
    'Gate',
  );
  const named = readPath('allowed[0xa9059cbb]', storage);
  const hashed = BigInt(keccak256(concat([numberToBytes(2n, { size: 32 }), numberToBytes(word, { size: 32 })])));
  expect(named.ok && named.value.slot).toBe(hashed);
});
