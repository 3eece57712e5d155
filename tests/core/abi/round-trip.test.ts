/** Any ABI value, typed as text, encodes to what viem encodes and decodes to the same text. */
import {
  type Arbitrary,
  array,
  bigInt,
  boolean,
  assert as check,
  constantFrom,
  integer,
  oneof,
  property,
  string,
  tuple,
  uint8Array,
} from 'fast-check';
import { type AbiParameter, bytesToHex, encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { compileType, compileTypes } from '../../../src/core/abi/abi-type';
import { argumentText, defaultArgument } from '../../../src/core/abi/argument-text';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import { encodeParameters } from '../../../src/core/abi/encode';
import { hexToBytes } from '../../../src/core/hex';

/** A type with a value of it: as viem takes it, and as JSON in which numbers may be written as such. */
type Sample = { parameter: AbiParameter; value: unknown; json: unknown };

const CASES = 3_000;

const integers = tuple(boolean(), integer({ min: 1, max: 32 })).chain(([signed, bytes]) => {
  const width = BigInt(bytes * 8 - (signed ? 1 : 0));
  const range = { min: signed ? -(1n << width) : 0n, max: (1n << width) - 1n };
  return tuple(bigInt(range), boolean()).map(
    ([value, hex]): Sample => ({
      parameter: { name: '', type: `${signed ? '' : 'u'}int${bytes * 8}` },
      value,
      json: hex && value >= 0n ? `0x${value.toString(16)}` : String(value),
    }),
  );
});
const fixedBytes = integer({ min: 1, max: 32 }).chain((bytes) =>
  uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => hexSample(`bytes${bytes}`, value)),
);
const leaves: Arbitrary<Sample> = constantFrom<Arbitrary<Sample>[]>(
  integers,
  fixedBytes,
  uint8Array({ maxLength: 70 }).map((value) => hexSample('bytes', value)),
  uint8Array({ minLength: 20, maxLength: 20 }).map((value) => hexSample('address', value)),
  boolean().map((value) => ({ parameter: { name: '', type: 'bool' }, value, json: value })),
  string({ unit: 'grapheme', maxLength: 40 }).map((value) => ({
    parameter: { name: '', type: 'string' },
    value,
    json: value,
  })),
  // What looks like JSON, or like another type's value, stays the text that it is.
  constantFrom('"', '"a"', '[1]', '{}', 'true', '0x00', '12', ' "b" ', 'null', '\\', '1e3').map((value) => ({
    parameter: { name: '', type: 'string' },
    value,
    json: value,
  })),
).chain((leaf) => leaf);

/** Values of any type whose arrays and tuples are at most `levels` deep. */
function anyValue(levels: number): Arbitrary<Sample> {
  if (levels === 0) return leaves;
  const inner = anyValue(levels - 1);
  return oneof({ weight: 4, arbitrary: leaves }, { weight: 1, arbitrary: listOf(inner) }, structOf(inner));
}

/** Solidity has no fixed array without items. */
function listOf(inner: Arbitrary<Sample>): Arbitrary<Sample> {
  return tuple(inner, integer({ min: 0, max: 4 }), boolean()).map(([item, count, wantsFixed]) => {
    const fixed = wantsFixed && count > 0;
    return {
      parameter: { ...item.parameter, type: `${item.parameter.type}[${fixed ? count : ''}]` } as AbiParameter,
      value: Array.from({ length: count }, () => item.value),
      json: Array.from({ length: count }, () => item.json),
    };
  });
}

function structOf(inner: Arbitrary<Sample>): Arbitrary<Sample> {
  return tuple(array(inner, { minLength: 1, maxLength: 4 }), boolean(), boolean()).map(([items, named, asList]) => {
    const nameAt = (index: number) => (named ? `field${index}` : `arg${index}`);
    return {
      parameter: {
        name: '',
        type: 'tuple',
        components: items.map(({ parameter }, index) => ({ ...parameter, name: named ? nameAt(index) : '' })),
      },
      value: items.map(({ value }) => value),
      json: asList
        ? items.map(({ json }) => json)
        : Object.fromEntries(items.map(({ json }, index) => [nameAt(index), json])),
    };
  });
}

const any = anyValue(3);

test('a value typed as text encodes as viem encodes it, and decodes to a text that encodes the same', () => {
  void check(
    property(array(any, { minLength: 1, maxLength: 4 }), (samples) => {
      const parameters = samples.map(({ parameter }) => parameter);
      const typed = samples.map(typedText);
      const encoded = encodeParameters(parameters, typed);
      const expected = encodeAbiParameters(
        parameters.map(unnamed),
        samples.map(({ value }) => value),
      );
      expect(encoded).toEqual({ ok: true, value: expected });

      const decoded = decodeParameters(compileTypes(parameters) ?? [], hexToBytes(expected), {
        text: 1e6,
        values: 1e6,
      });
      expect(decoded?.canonical).toBe(true);
      const texts = decoded?.values.map((value) => argumentText(value) ?? 'cut') ?? [];
      expect(encodeParameters(parameters, texts)).toEqual({ ok: true, value: expected });
      for (const [index, { parameter, value }] of samples.entries()) {
        if (typeof value === 'bigint') expect(texts[index]).toBe(String(value));
        else if (parameter.type !== 'string' && typeof value === 'string') expect(texts[index]).toBe(value);
      }
    }),
    { numRuns: CASES },
  );
});

test('the text a field begins with encodes, but for bytes of a fixed length', () => {
  void check(
    property(any, ({ parameter }) => {
      const type = compileType(parameter);
      const text = type && defaultArgument(type);
      const encoded = encodeParameters([parameter], [text ?? '']);
      if (!JSON.stringify(parameter).match(/bytes\d/)) expect(encoded.ok).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a value that was cut has no text', () => {
  const type = compileTypes([{ type: 'uint256[]' }]) ?? [];
  const data = hexToBytes(encodeAbiParameters([{ type: 'uint256[]' }], [[1n, 2n, 3n]]));
  const cut = decodeParameters(type, data, { text: 100, values: 2 });
  expect(cut?.values.map(argumentText)).toEqual([undefined]);
});

function hexSample(type: string, bytes: Uint8Array): Sample {
  const hex = bytesToHex(bytes);
  return { parameter: { name: '', type }, value: hex, json: hex };
}

/** As a reader types it: a string as it is, unless that would be taken for a quoted one. */
function typedText({ parameter, json }: Sample): string {
  if (typeof json !== 'string') return JSON.stringify(json);
  return parameter.type === 'string' && json.trim().startsWith('"') ? JSON.stringify(json) : json;
}

/** viem takes tuples by position only where components have no names. */
function unnamed(parameter: AbiParameter): AbiParameter {
  const components = 'components' in parameter ? { components: parameter.components.map(unnamed) } : {};
  return { ...parameter, ...components, name: '' } as AbiParameter;
}
