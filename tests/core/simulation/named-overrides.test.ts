/** Overrides by variable and token: how they are typed, and the words that they become. */
import { keccak256, numberToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { emptyAccount, emptyDraft, emptyStep, emptyToken } from '../../../src/core/simulation/draft';
import { readTokenAmount, readVariables, unitsOf } from '../../../src/core/simulation/named-overrides';
import { withPlaced } from '../../../src/core/simulation/plan';
import { readDraft } from '../../../src/core/simulation/read-draft';
import { bitsOfField, placesOfField, withField } from '../../../src/core/simulation/token-slots';
import { placeOfVariable, writesOf } from '../../../src/core/simulation/variable-writes';
import type { SourceType } from '../../../src/core/source/values/source-type';
import type { StorageVariable } from '../../../src/core/source/values/storage-layout';

const A = `0x${'a1'.repeat(20)}` as Address;
const uint = (bytes: number): SourceType => ({ kind: 'uint', name: `uint${bytes * 8}`, bytes });
const address: SourceType = { kind: 'address', name: 'address', bytes: 20 };
const variable = (name: string, type: SourceType, slot: bigint, offset = 0): StorageVariable => ({
  name,
  id: 1,
  contract: 'C',
  type,
  slot,
  offset,
});
const LAYOUT = [
  variable('owner', address, 0n),
  variable('paused', { kind: 'bool', name: 'bool', bytes: 1 }, 0n, 20),
  variable('delta', { kind: 'int', name: 'int16', bytes: 2 }, 0n, 21),
  variable('tag', { kind: 'bytesN', name: 'bytes4', bytes: 4 }, 0n, 23),
  variable('balances', { kind: 'mapping', name: 'mapping(address => uint256)', key: address, value: uint(32) }, 1n),
  variable('list', { kind: 'array', name: 'uint64[]', element: uint(8), length: undefined }, 2n),
  variable('text', { kind: 'string', name: 'string' }, 3n),
];
const hashOf = (slot: bigint) => BigInt(keccak256(numberToHex(slot, { size: 32 })));

function written(path: string, value: string, words: Readonly<Record<string, bigint>> = {}) {
  const place = placeOfVariable(path, LAYOUT);
  if (!place.ok) return place.error;
  const writes = writesOf(place.value, value, (slot) => words[String(slot)] ?? 0n);
  return writes.ok ? writes.value.map(({ slot, word }) => [slot, word]) : writes.error;
}

describe('a variable', () => {
  test('leaves what stands beside it in its slot', () => {
    const full = (1n << 256n) - 1n;
    const [[, word] = []] = written('paused', 'false', { 0: full }) as [bigint, bigint][];
    expect(word).toBe(full ^ (0xffn << 160n));
    expect(written('owner', A)).toEqual([[0n, BigInt(A)]]);
    expect(written('delta', '-2')).toEqual([[0n, 0xfffen << 168n]]);
    expect(written('tag', '0xfeedf00d')).toEqual([[0n, 0xfeedf00dn << 184n]]);
  });

  test('of a mapping and of an array lies where the source would put it', () => {
    const slot = BigInt(keccak256(`0x${A.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`));
    expect(written(`balances[${A}]`, '1.5 ether')).toEqual([[slot, 1_500_000_000_000_000_000n]]);
    expect(written('list[5]', '7', { 2: 6n })).toEqual([[hashOf(2n) + 1n, 7n << 64n]]);
    expect(written('list[5]', '7', { 2: 5n })).toBe('list has 5 items; set list.length first to write at 5.');
    expect(written('list.length', '6')).toEqual([[2n, 6n]]);
  });

  test('that is a text is in its slot up to 31 bytes, and elsewhere beyond', () => {
    expect(written('text', '"ab"')).toEqual([[3n, (0x6162n << 240n) | 4n]]);
    const long = 'x'.repeat(33);
    expect(written('text', long)).toEqual([
      [3n, 67n],
      [hashOf(3n), BigInt(`0x${'78'.repeat(32)}`)],
      [hashOf(3n) + 1n, 0x78n << 248n],
    ]);
  });

  test.each([
    ['nothing', '1', 'The contract has no variable nothing in storage.'],
    ['7', '1', 'A slot is changed by its number under Storage, a variable by its name.'],
    ['balances', '1', 'balances is of type mapping(address => uint256); name one value of it.'],
    ['delta', '40000', 'delta: it is out of range, 16 bits.'],
    ['paused', '1', 'paused: it is true or false.'],
    ['owner', '0x12', 'owner: An address is 0x and 40 hex digits.'],
  ])('%s = %s is refused in a sentence', (path, value, sentence) => {
    expect(written(path, value)).toBe(sentence);
  });
});

describe('as typed', () => {
  test('lines of variables, an equals sign in a key too', () => {
    expect(readVariables('a = 1\n\nm["x=y"].z = 2 ether')).toEqual({
      ok: true,
      value: [
        { path: 'a', value: '1' },
        { path: 'm["x=y"].z', value: '2 ether' },
      ],
    });
    expect(readVariables('a')).toMatchObject({ ok: false });
  });

  test('amounts in the smallest unit, in tokens, and the most', () => {
    expect(readTokenAmount('1_000')).toEqual({ ok: true, value: { units: 1000n } });
    expect(readTokenAmount('max')).toEqual({ ok: true, value: { units: 2n ** 256n - 1n } });
    expect(readTokenAmount('1.5 tokens')).toEqual({ ok: true, value: { tokens: '1.5' } });
    expect(readTokenAmount('-1').ok).toBe(false);
    expect(readTokenAmount('1.5').ok).toBe(false);
    expect(readTokenAmount('1,250.5 tokens')).toEqual({ ok: true, value: { tokens: '1250.5' } });
    // A comma for the point would be another amount.
    for (const text of ['1,5', '1,5 tokens', '12,50 tokens', '1_00'])
      expect(readTokenAmount(text).ok, text).toBe(false);
    expect(unitsOf({ tokens: '1.5' }, 6)).toEqual({ ok: true, value: 1_500_000n });
    expect(unitsOf({ tokens: '1.55' }, 1)).toEqual({ ok: false, error: 'The token has 1 decimals only.' });
  });

  test('a wrong field is named before anything is asked', () => {
    const draft = emptyDraft('1', [emptyStep({ from: A, to: A })]);
    const [block] = draft.blocks;
    const wrong = {
      ...draft,
      blocks: [
        {
          ...block,
          steps: block?.steps ?? [],
          accounts: [{ ...emptyAccount(), variables: 'a = 1' }],
          tokens: [{ ...emptyToken(), token: '0x12' }],
        } as (typeof draft.blocks)[number],
      ],
    };
    expect(readDraft(wrong)).toEqual({
      ok: false,
      error: {
        'blocks.0.accounts.0.address': 'Which account?',
        'blocks.0.tokens.0.token': 'An address is 0x and 40 hex digits.',
        'blocks.0.tokens.0.holder': 'Whose tokens?',
        'blocks.0.tokens.0.amount': 'How much?',
      },
    });
  });
});

test('the slot of an amount is recognised by what a slot of ones reads as', () => {
  expect(bitsOfField((1n << 256n) - 1n)).toBe(256);
  expect(bitsOfField((1n << 255n) - 1n)).toBe(255);
  expect(bitsOfField((1n << 128n) - 1n)).toBe(128);
  for (const none of [undefined, 0n, 1n, 255n, (1n << 256n) - 2n, 1000n]) expect(bitsOfField(none)).toBeUndefined();
  expect(placesOfField(256)).toEqual([0]);
  expect(placesOfField(255)).toEqual([0, 1]);
  expect(withField(0x7n, { bits: 128, shift: 128 }, 5n)).toBe((5n << 128n) | 7n);
  expect(withField(0n, { bits: 16, shift: 0 }, 65_536n)).toBeUndefined();
});

test('what they became is laid over where they stood', () => {
  const read = readDraft(emptyDraft('1', [emptyStep({ from: A, to: A })]));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const word = (value: number) => `0x${String(value).padStart(64, '0')}` as Hash;
  const { blocks } = withPlaced(read.value, [
    { block: 0, address: A, key: word(1), value: word(2), name: 'a' },
    { block: 0, step: 0, address: A, key: word(1), value: word(3), name: 'a' },
  ]);
  expect(blocks[0]?.accounts).toEqual({ [A]: { stateDiff: { [word(1)]: word(2) } } });
  expect(blocks[0]?.steps[0]?.accounts).toEqual({ [A]: { stateDiff: { [word(1)]: word(3) } } });
});
