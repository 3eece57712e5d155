/** A value reads the same wherever it stands: as an argument, in an event, in an error, as a result, and in storage. */
import { assert as check, property } from 'fast-check';
import { type Abi, encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../../src/core/abi/abi-index';
import { decodeCalldata, decodeReturn, decodeRevert } from '../../../../src/core/abi/decode';
import { decodeLog } from '../../../../src/core/abi/decode-log';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { findHeld, withNestedCalls } from '../../../../src/core/abi/nested-calls';
import { plainText } from '../../../../src/core/abi/plain-text';
import { callText, cutValue, fullText } from '../../../../src/core/abi/value-text';
import { bytesToHex, hexToBytes } from '../../../../src/core/chain/hex';
import type { Hex } from '../../../../src/core/chain/primitives';
import { valueOfWord } from '../../../../src/core/source/values/decode-word';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import { errorText } from '../../../../src/workers/trace/rows/failure-text';
import { anyArguments } from '../../../../tools/fuzz/abi-values';

const LIMIT = 1e6;

/** What is known beside the bytes, as the worker adds it: a unit and a name, at every integer and address. */
function known(values: readonly Decoded[]): readonly Decoded[] {
  return values.map((value) => ({
    ...value,
    ...(value.items && { items: known(value.items) }),
    ...(value.kind === 'address' && { known: { text: 'Alice', origin: 'reader' as const } }),
    ...(/^uint256$/.test(value.type) && { token: { decimals: 6, symbol: 'PTK' } }),
  }));
}

test('values of any type read alike in a call, an event, an error with its headline, and a result', () => {
  void check(
    property(anyArguments, (samples) => {
      const inputs = samples.map(({ parameter }, at) => ({ ...parameter, name: `p${at}` }));
      const abi = [
        { type: 'function', name: 'f', inputs, outputs: inputs, stateMutability: 'view' },
        { type: 'error', name: 'E', inputs },
        { type: 'event', name: 'L', inputs: inputs.map((input) => ({ ...input, indexed: false })) },
      ] as unknown as Abi;
      const index = createAbiIndex(abi);
      const encoded = encodeAbiParameters(
        inputs,
        samples.map(({ value }) => value),
      ).slice(2);
      const [selector]: readonly string[] = [...index.functions.keys()];
      const [error]: readonly string[] = [...index.errors.keys()];
      const [topic]: readonly string[] = [...index.events.keys()];
      const data = hexToBytes(`0x${encoded}`);
      const places: (readonly Decoded[] | undefined)[] = [
        decodeCalldata(index, hexToBytes(`0x${selector?.slice(2)}${encoded}`), LIMIT)?.inputs,
        decodeLog(index, [topic as Hex], data, LIMIT)?.inputs,
        decodeRevert([index], hexToBytes(`0x${error?.slice(2)}${encoded}`), LIMIT)?.args,
        decodeReturn(index, selector as Hex, data, LIMIT),
      ];
      for (const read of [(values: readonly Decoded[]) => values, known]) {
        const [first = [], ...others] = places.map((values) => read(values ?? []));
        expect(first).toHaveLength(samples.length);
        for (const other of others)
          for (const room of [30, 80, 400])
            expect(other.map((value) => cutValue(value, room))).toEqual(first.map((value) => cutValue(value, room)));
        // What has room in a row stands in the headline as it is there.
        const headline = errorText({ message: '', name: { text: 'E', origin: 'buildOutput' }, args: first });
        expect(headline).toBe(callText('E', first, 160));
        const texts = first.map((value) => cutValue(value).text);
        const whole = `E(${texts.join(', ')})`;
        const hasRoom = first.every((value, at) => value.kind === 'bytes' || cutValue(value, 80).text === texts[at]);
        if (hasRoom && !/[^ -~…]| {2}/.test(whole) && whole.length <= 160) expect(headline).toBe(whole);
        expect(others.map((other) => other.map(plainText))).toEqual(others.map(() => first.map(plainText)));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('bytes that hold a call, an error or an event of any types read alike in every place, and as what they hold', () => {
  void check(
    property(anyArguments, (samples) => {
      const inputs = samples.map(({ parameter }, at) => ({ ...parameter, name: `p${at}` }));
      const plain = (name: string, type: string) => ({ type, name, inputs, outputs: [], stateMutability: 'view' });
      const held = createAbiIndex([
        plain('call', 'function'),
        plain('Fault', 'error'),
        { ...plain('Event', 'event'), inputs: inputs.map((input) => ({ ...input, indexed: false })) },
      ] as unknown as Abi);
      const encoded = encodeAbiParameters(
        inputs,
        samples.map(({ value }) => value),
      ).slice(2);
      const heads = [held.functions, held.errors, held.events].flatMap((entries) => [...entries.keys()] as string[]);
      const kinds = ['call', 'Fault', 'Event'];
      for (const [at, head] of heads.entries()) {
        const parameter = { type: 'bytes', name: 'b' } as const;
        const outer = createAbiIndex([
          { type: 'function', name: 'f', inputs: [parameter], outputs: [parameter], stateMutability: 'view' },
          { type: 'error', name: 'E', inputs: [parameter] },
          { type: 'event', name: 'L', inputs: [{ ...parameter, indexed: false }] },
        ] as Abi);
        const bytes = encodeAbiParameters([parameter], [`0x${head.slice(2)}${encoded}`]).slice(2);
        const [selector = '']: readonly string[] = [...outer.functions.keys()];
        const [error = '']: readonly string[] = [...outer.errors.keys()];
        const [topic]: readonly string[] = [...outer.events.keys()];
        const places: (readonly Decoded[] | undefined)[] = [
          decodeCalldata(outer, hexToBytes(`0x${selector.slice(2)}${bytes}`), LIMIT)?.inputs,
          decodeLog(outer, [topic as Hex], hexToBytes(`0x${bytes}`), LIMIT)?.inputs,
          decodeRevert([outer], hexToBytes(`0x${error.slice(2)}${bytes}`), LIMIT)?.args,
          decodeReturn(outer, selector as Hex, hexToBytes(`0x${bytes}`), LIMIT),
        ];
        const read = (values: readonly Decoded[]) =>
          known(withNestedCalls('f', values, (found) => findHeld(found, [held], [], LIMIT)));
        const [first = [], ...others] = places.map((values) => read(values ?? []));
        const [inner] = first[0]?.nested ?? [];
        expect([inner?.name, inner?.items?.length]).toEqual([kinds[at], samples.length]);
        for (const other of others)
          for (const room of [30, 80, 400])
            expect(other.map((value) => cutValue(value, room))).toEqual(first.map((value) => cutValue(value, room)));
      }
    }),
    { numRuns: 300 },
  );
});

/** The leaves of a value. */
function leavesOf(value: Decoded): readonly Decoded[] {
  return value.items?.flatMap(leavesOf) ?? (value.kind === 'array' || value.kind === 'tuple' ? [] : [value]);
}

test('Input data reads a value as its row does: the same unit, member and text, and all of its digits', () => {
  void check(
    property(anyArguments, (samples) => {
      const inputs = samples.map(({ parameter }, at) => ({ ...parameter, name: `p${at}` }));
      const index = createAbiIndex([
        { type: 'function', name: 'f', inputs, outputs: [], stateMutability: 'view' },
      ] as Abi);
      const encoded = encodeAbiParameters(
        inputs,
        samples.map(({ value }) => value),
      ).slice(2);
      const [selector]: readonly string[] = [...index.functions.keys()];
      const values = decodeCalldata(index, hexToBytes(`0x${selector?.slice(2)}${encoded}`), LIMIT)?.inputs ?? [];
      for (const read of [(all: readonly Decoded[]) => all, known])
        for (const leaf of read(values).flatMap(leavesOf)) {
          if (leaf.kind === 'address') continue; // by name or in full, as everywhere
          const row = cutValue(leaf, LIMIT).text;
          const { reading, text } = fullText(leaf, LIMIT);
          if (leaf.token === undefined) {
            expect([reading, text]).toEqual([undefined, row]);
            continue;
          }
          // A row has three digits of the fraction, and says so where they are all zero.
          const [exact = '', unit] = reading?.split(' ') ?? [];
          const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(exact) ?? [];
          const shown = `${BigInt(whole ?? 0).toLocaleString('en')}.${fraction.slice(0, 3)}`.replace(/0+$/, '');
          const isTiny = whole === '0' && /^000./.test(fraction);
          const isNone = exact === '0';
          const digits = isNone ? '0' : isTiny ? '<0.001' : shown.endsWith('.') ? `${shown}0` : shown;
          expect([row, unit]).toEqual([BigInt(leaf.text) === 2n ** 256n - 1n ? '2²⁵⁶−1 PTK' : `${digits} PTK`, 'PTK']);
          expect(text.replaceAll(',', '')).toBe(leaf.text);
        }
    }),
    { numRuns: 1_000 },
  );
});

test('a member of an enum stands before its number in Input data, and alone in a row', () => {
  const side: Decoded = { name: 'side', type: 'uint8', kind: 'integer', text: '1', length: 1, member: 'Sell' };
  expect([cutValue(side).text, fullText(side, LIMIT)]).toEqual(['Sell', { reading: 'Sell', text: '1' }]);
});

/** The type of the sources that has the values of an ABI type; undefined where it takes more than a word. */
function sourceType(name: string): SourceType | undefined {
  const [, kind, size] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  if (kind === 'uint' || kind === 'int') return { kind, name, bytes: Number(size) / 8 };
  if (kind === 'bytes' && size !== '') return { kind: 'bytesN', name, bytes: Number(size) };
  if (kind === 'bool') return { kind, name, bytes: 1 };
  return kind === 'address' ? { kind, name, bytes: 20 } : undefined;
}

test('a value of a word reads in storage and in variables as it does in calldata', () => {
  void check(
    property(anyArguments, (samples) => {
      for (const { parameter, value } of samples) {
        const type = sourceType(parameter.type);
        if (type === undefined) continue;
        const word = hexToBytes(encodeAbiParameters([parameter], [value]));
        const abi = [{ type: 'error', name: 'E', inputs: [{ ...parameter, name: 'p' }] }] as unknown as Abi;
        const index = createAbiIndex(abi);
        const [selector]: readonly string[] = [...index.errors.keys()];
        const args =
          decodeRevert([index], hexToBytes(`0x${selector?.slice(2)}${bytesToHex(word).slice(2)}`), LIMIT)?.args ?? [];
        const stored = [valueOfWord(type, word, 'p')];
        expect(stored.map((each) => cutValue(each))).toEqual(args.map((each) => cutValue(each)));
        expect(known(stored).map((each) => cutValue(each))).toEqual(known(args).map((each) => cutValue(each)));
      }
    }),
    { numRuns: 1_000 },
  );
});
