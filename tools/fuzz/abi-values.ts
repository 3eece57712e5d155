/** Values of any ABI type as a reader types them, and what has to hold of each on its way to calldata and back. */
import {
  type Arbitrary,
  array,
  bigInt,
  boolean,
  constantFrom,
  integer,
  oneof,
  string,
  tuple,
  uint8Array,
} from 'fast-check';
import { type AbiParameter, bytesToHex, encodeAbiParameters, type Hex } from 'viem';
import { compileTypes } from '../../src/core/abi/abi-type';
import { argumentText } from '../../src/core/abi/argument-text';
import { decodeParameters } from '../../src/core/abi/decode-parameters';
import { encodeTypedCall } from '../../src/core/abi/encode';
import { hexToBytes } from '../../src/core/chain/hex';

/** A type with a value of it: as viem takes it, and as JSON in which numbers may be written as such. */
export type AbiSample = { parameter: AbiParameter; value: unknown; json: unknown };

const LIMITS = { text: 1e6, values: 1e6 };

const integers = tuple(boolean(), integer({ min: 1, max: 32 })).chain(([signed, bytes]) => {
  const width = BigInt(bytes * 8 - (signed ? 1 : 0));
  const range = { min: signed ? -(1n << width) : 0n, max: (1n << width) - 1n };
  return tuple(bigInt(range), boolean()).map(
    ([value, hex]): AbiSample => ({
      parameter: { name: '', type: `${signed ? '' : 'u'}int${bytes * 8}` },
      value,
      json: hex && value >= 0n ? `0x${value.toString(16)}` : String(value),
    }),
  );
});
const fixedBytes = integer({ min: 1, max: 32 }).chain((bytes) =>
  uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => hexSample(`bytes${bytes}`, value)),
);
const leaves: Arbitrary<AbiSample> = constantFrom<Arbitrary<AbiSample>[]>(
  integers,
  fixedBytes,
  uint8Array({ maxLength: 70 }).map((value) => hexSample('bytes', value)),
  uint8Array({ minLength: 20, maxLength: 20 }).map((value) => hexSample('address', value)),
  boolean().map((value) => ({ parameter: { name: '', type: 'bool' }, value, json: value })),
  string({ unit: 'grapheme', maxLength: 40 }).map(textSample),
  // What looks like JSON, or like another type's value, stays the text that it is.
  constantFrom('"', '"a"', '[1]', '{}', 'true', '0x00', '12', ' "b" ', 'null', '\\', '1e3', '"a" 1', '\n').map(
    textSample,
  ),
).chain((leaf) => leaf);

/** Values of any type whose arrays and tuples are at most `levels` deep. */
function anyValue(levels: number): Arbitrary<AbiSample> {
  if (levels === 0) return leaves;
  const inner = anyValue(levels - 1);
  return oneof({ weight: 4, arbitrary: leaves }, { weight: 1, arbitrary: listOf(inner) }, structOf(inner));
}

/** Solidity has no fixed array without items. */
function listOf(inner: Arbitrary<AbiSample>): Arbitrary<AbiSample> {
  return tuple(inner, integer({ min: 0, max: 4 }), boolean()).map(([item, count, wantsFixed]) => {
    const fixed = wantsFixed && count > 0;
    return {
      parameter: { ...item.parameter, type: `${item.parameter.type}[${fixed ? count : ''}]` } as AbiParameter,
      value: Array.from({ length: count }, () => item.value),
      json: Array.from({ length: count }, () => item.json),
    };
  });
}

function structOf(inner: Arbitrary<AbiSample>): Arbitrary<AbiSample> {
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

/** A value of any type, arrays and tuples up to three deep. */
export const anyAbiValue = anyValue(3);
/** The arguments of a call. */
export const anyArguments = array(anyAbiValue, { minLength: 1, maxLength: 4 });

/**
 * Returns the first thing that does not hold of a call with these arguments, or
 * undefined: typed as text it encodes as viem encodes the values; decoded, its
 * texts encode the same, and are the values where a value has one spelling.
 */
export function typedTextProblem(samples: readonly AbiSample[]): string | undefined {
  const inputs = samples.map(({ parameter }) => parameter);
  const entry = { name: 'test', inputs };
  const expected = encodeAbiParameters(
    inputs.map(unnamed),
    samples.map(({ value }) => value),
  );
  const wrong = encodingProblem(entry, samples.map(typedText), expected);
  if (wrong !== undefined) return `typed: ${wrong}`;

  const decoded = decodeParameters(compileTypes(inputs) ?? [], hexToBytes(expected), LIMITS);
  if (decoded === undefined) return 'the encoding cannot be decoded';
  if (!decoded.canonical) return 'the encoding does not count as canonical';
  const texts = decoded.values.map((value) => argumentText(value) ?? 'cut');
  const different = encodingProblem(entry, texts, expected);
  if (different !== undefined) return `decoded: ${different}`;
  for (const [index, { parameter, value }] of samples.entries()) {
    const hasOneText = typeof value === 'bigint' || (parameter.type !== 'string' && typeof value === 'string');
    if (hasOneText && texts[index] !== String(value)) return `decoded: ${texts[index]} is not ${String(value)}`;
  }
  return undefined;
}

function encodingProblem(
  entry: { name: string; inputs: readonly AbiParameter[] },
  texts: readonly string[],
  expected: Hex,
): string | undefined {
  const { calldata, summary } = encodeTypedCall(entry, texts);
  if (calldata === undefined) return summary;
  // Behind the selector.
  return calldata.slice(10) === expected.slice(2) ? undefined : `${texts.join(', ')} encodes to ${calldata}`;
}

function textSample(value: string): AbiSample {
  return { parameter: { name: '', type: 'string' }, value, json: value };
}

function hexSample(type: string, bytes: Uint8Array): AbiSample {
  const hex = bytesToHex(bytes);
  return { parameter: { name: '', type }, value: hex, json: hex };
}

/** Returns the text that a reader types: a string as it is, unless that would be taken for a quoted one. */
function typedText({ parameter, json }: AbiSample): string {
  if (typeof json !== 'string') return JSON.stringify(json);
  return parameter.type === 'string' && json.trim().startsWith('"') ? JSON.stringify(json) : json;
}

/** viem takes tuples by position only where components have no names. */
function unnamed(parameter: AbiParameter): AbiParameter {
  const components = 'components' in parameter ? { components: parameter.components.map(unnamed) } : {};
  return { ...parameter, ...components, name: '' } as AbiParameter;
}
