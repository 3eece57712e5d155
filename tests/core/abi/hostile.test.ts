import fc from 'fast-check';
import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, hexToBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { compileType, compileTypes } from '../../../src/core/abi/abi-type';
import { decodeCalldata, decodeRevert, decodeWithSignature } from '../../../src/core/abi/decode';
import { decodeLog } from '../../../src/core/abi/decode-log';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import type { Decoded } from '../../../src/core/abi/decoded';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import { parseSignature } from '../../../src/core/abi/signature';

const LIMITS = { text: 100, values: 200 };

function parameters(types: string): readonly AbiParameter[] {
  const parsed = parseSignature(`f(${types})`);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value.inputs;
}

function decode(types: string, data: Uint8Array, limits = LIMITS) {
  return decodeParameters(compileTypes(parameters(types)) ?? [], data, limits);
}

/** Words given as numbers, or as hex from the right. */
function words(...values: (number | string)[]): Uint8Array {
  const hex = values.map((value) => (typeof value === 'number' ? value.toString(16) : value).padStart(64, '0'));
  return hexToBytes(`0x${hex.join('')}`);
}

function count(values: readonly Decoded[]): number {
  return values.reduce((sum, value) => sum + 1 + count(value.items ?? []), 0);
}

describe('hostile bytes', () => {
  test('follow offsets only inside the data', () => {
    const max = 'f'.repeat(64);
    for (const data of [words(max), words(32, max), words(64, 1), words(32), words(0x1000), words(32, 2, 1)]) {
      for (const types of ['bytes', 'string', 'uint256[]', '(bytes)', 'string[]', 'bytes[2][]']) {
        expect(decode(types, data)?.canonical ?? false).toBe(false);
      }
    }
  });

  test('describe no more work than they are long: arrays of arrays that all point at one', () => {
    // Every word is a count of 32 and an offset to the next level, which makes 32 to the tenth values.
    const data = words(...Array.from({ length: 100 }, () => 32));
    expect(decode(`uint256${'[]'.repeat(10)}`, data)).toBeUndefined();
    const strings = new Uint8Array(32 * 30_000);
    strings.set(words(32, 20_000));
    for (let index = 0; index < 20_000; index++) strings.set(words(20_000 * 32), 64 + index * 32);
    strings.set(words(9_000 * 32), 64 + 20_000 * 32);
    expect(decode('string[]', strings)).toBeUndefined();
  });

  test('build a bounded number of values and say the whole length', () => {
    const items = Array.from({ length: 5_000 }, (_, index) => BigInt(index));
    const data = hexToBytes(encodeAbiParameters([{ type: 'uint256[]' }], [items]));
    const decoded = decode('uint256[]', data);
    expect(decoded?.canonical).toBe(true);
    expect(decoded?.values[0]).toMatchObject({ length: 5_000 });
    expect(count(decoded?.values ?? [])).toBe(LIMITS.values);
  });

  test('cut a megabyte of text', () => {
    const text = 'é'.repeat(500_000);
    const data = hexToBytes(
      encodeAbiParameters([{ type: 'string' }, { type: 'bytes' }], [text, `0x${'ab'.repeat(1_000_000)}`]),
    );
    expect(decode('string, bytes', data)?.values).toMatchObject([
      { text: 'é'.repeat(100), length: 500_000 },
      { text: `0x${'ab'.repeat(49)}`, length: 2_000_002 },
    ]);
  });

  test('keep the byte order mark in front of a text', () => {
    const text = '\uFEFFUSDC';
    const data = hexToBytes(encodeAbiParameters([{ type: 'string' }], [text]));
    expect(decode('string', data)).toMatchObject({ values: [{ text, length: 5 }], canonical: true });
  });

  test('show text that is no UTF-8, and never take it for exact', () => {
    for (const bytes of ['ff', 'c080', 'eda080', 'f4908080', 'e28', 'c3'].map((hex) => hex.padEnd(8, '0'))) {
      const decoded = decode('string', words(32, 4, bytes.padEnd(64, '0')));
      expect(decoded?.values[0]?.text).toContain('\uFFFD');
      expect(decoded?.canonical).toBe(false);
    }
  });

  test('never throw, whatever they are and whatever asks', () => {
    const parsed = parseAbi([
      'function f((uint8,bytes)[] a, string[3] b, int64[][2] c) returns (bytes)',
      'event E(bytes indexed a, (string,uint8)[] b)',
      'event A(string[] a) anonymous',
      'error X(bytes[] a)',
    ]);
    if (!parsed.ok) throw new Error(parsed.error);
    const index = createAbiIndex(parsed.value.abi);
    const [selector = '0x'] = index.functions.keys();
    const [error = '0x'] = index.errors.keys();
    const [topic = '0x'] = index.events.keys();
    const word = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(32, 64, 96), fc.constant('f'.repeat(64)));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.nat({ max: 31 }), (values, cut) => {
        const body = words(...values).subarray(cut);
        const prefixed = (prefix: string) => Uint8Array.from([...hexToBytes(prefix as `0x${string}`), ...body]);
        decodeCalldata(index, prefixed(selector), 20);
        decodeRevert([index], prefixed(error), 20);
        decodeRevert([], prefixed('0x08c379a0'), 20);
        decodeWithSignature('f((uint8,bytes)[],string[3],int64[][2])', prefixed(selector), 20);
        decodeLog(index, [topic, topic], body, 20);
        decodeLog(index, [], body, 20);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hostile types', () => {
  test('are refused when they are nested without end, empty or enormous', () => {
    expect(compileType({ type: `uint8${'[]'.repeat(40)}` })).toBeUndefined();
    expect(compileType({ type: 'uint8[99999999999999999]' })).toBeUndefined();
    let nested: AbiParameter = { type: 'uint8' };
    for (let level = 0; level < 40; level++) nested = { type: 'tuple', components: [nested] };
    expect(compileType(nested)).toBeUndefined();
    expect(decode('uint8[1000000000]', words(1))).toBeUndefined();
    // Items without size, a milliard of them.
    expect(decode('uint8[0][]', words(32, '3b9aca00'))).toBeUndefined();
    for (const type of ['uint7', 'uint264', 'int0', 'bytes0', 'bytes33', 'fixed', 'uint256]', '', 'map', 'fixed8x81']) {
      const known = type === 'fixed';
      expect(compileType({ type }) !== undefined, type).toBe(known);
    }
  });
});

describe('exactness', () => {
  /** A type and a value of it. */
  const typed: fc.Arbitrary<{ type: AbiParameter; value: unknown }> = fc.letrec<{
    leaf: { type: AbiParameter; value: unknown };
    any: { type: AbiParameter; value: unknown };
  }>((tie) => ({
    leaf: fc.oneof(
      fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map((value) => ({ type: { type: 'uint64' }, value })),
      fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n }).map((value) => ({ type: { type: 'int128' }, value })),
      fc.boolean().map((value) => ({ type: { type: 'bool' }, value })),
      fc.string({ unit: 'grapheme' }).map((value) => ({ type: { type: 'string' }, value })),
      fc
        .uint8Array({ maxLength: 70 })
        .map((bytes) => ({ type: { type: 'bytes' }, value: `0x${Buffer.from(bytes).toString('hex')}` })),
      fc
        .uint8Array({ minLength: 7, maxLength: 7 })
        .map((bytes) => ({ type: { type: 'bytes7' }, value: `0x${Buffer.from(bytes).toString('hex')}` })),
    ),
    any: fc.oneof(
      { maxDepth: 3 },
      tie('leaf'),
      tie('any').chain(({ type, value }) =>
        fc
          .nat({ max: 3 })
          .map((length) => ({ type: { ...type, type: `${type.type}[]` }, value: Array(length).fill(value) })),
      ),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => ({
        type: { type: 'tuple', components: parts.map((part) => ({ ...part.type, name: '' })) },
        value: parts.map((part) => part.value),
      })),
    ),
  })).any;

  test('holds for what viem encodes, and for other bytes only when viem gives them back', () => {
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(typed, fc.option(change), ({ type, value }, changed) => {
        const data = hexToBytes(encodeAbiParameters([type], [value]));
        const compiled = compileTypes([type]) ?? [];
        expect(decodeParameters(compiled, data, LIMITS)?.canonical).toBe(true);
        if (changed === null) return;
        data[changed.at % data.length] = changed.to;
        const exact = decodeParameters(compiled, data, LIMITS)?.canonical ?? false;
        expect(exact).toBe(encodesBack(type, data));
      }),
      { numRuns: 1_000 },
    );
  });

  /** Whether viem decodes `data`, and encodes what it found to the same bytes. */
  function encodesBack(type: AbiParameter, data: Uint8Array): boolean {
    try {
      const again = encodeAbiParameters([type], decodeAbiParameters([type], data) as readonly [unknown]);
      return again === `0x${Buffer.from(data).toString('hex')}`;
    } catch {
      return false;
    }
  }
});
