/** ABI coding: what the forms of Read/Write ask of the abi worker, against the recorded encoding. */
import { type AbiFunction, hexToBytes } from 'viem';
import { compileTypes } from '../../../src/core/abi/abi-type';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { TypedCall } from '../../../src/core/abi/encode';
import { parseSignature } from '../../../src/core/abi/signature';
import type { Hex } from '../../../src/core/chain/primitives';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';

type Verbose =
  | { type: 'object' | 'array'; value: readonly Verbose[] }
  | { type: 'boolean'; value: boolean }
  | { type: 'number' | 'string' | 'hexstring' | 'address'; value: string };
export type AbiCase = { name: string; type: string; verbose: Verbose; encoded: Hex };

const engine = createAbiEngine();
const NO_LIMITS = { text: Number.MAX_SAFE_INTEGER, values: Number.MAX_SAFE_INTEGER };

export function judgeAbi(vector: AbiCase): Promise<CaseResult> {
  return judge(`abi ${vector.name}`, async (check) => {
    const parsed = parseSignature(`test(${vector.type})`);
    if (!parsed.ok) throw new Error(parsed.error);
    const { inputs } = parsed.value;
    const types = compileTypes(inputs);
    const decoded = types && decodeParameters(types, hexToBytes(vector.encoded), NO_LIMITS);
    if (decoded === undefined) throw new Error('the encoding cannot be decoded');
    check.that('the encoding counts as canonical', decoded.canonical);
    compareValue(check, 'value', decoded.values[0], vector.verbose);
    const entry: AbiFunction = { ...parsed.value, type: 'function', outputs: [], stateMutability: 'view' };
    const typed = await engine.encodeTypedCall(entry, [typedIn(vector.verbose)]);
    check.equal('encoding', argumentsOf(typed), vector.encoded);
    // What fills the fields again has to mean the same.
    const texts = await engine.readArguments(entry, typed.calldata ?? '0x');
    if (!texts.ok) throw new Error(texts.error);
    check.equal(
      'encoding of the decoded text',
      argumentsOf(await engine.encodeTypedCall(entry, texts.value)),
      vector.encoded,
    );
  });
}

/** Calldata without its selector, or what is wrong with the typed text. */
function argumentsOf({ calldata, summary }: TypedCall): string {
  return calldata === undefined ? summary : `0x${calldata.slice(10)}`;
}

/** Compares a shown value with the verbose form of the vector, item by item. */
function compareValue(check: Check, path: string, value: Decoded | undefined, expected: Verbose): void {
  if (value === undefined) throw new Error(`${path} is missing`);
  if (expected.type === 'object' || expected.type === 'array') {
    check.equal(`${path} kind`, value.kind, expected.type === 'object' ? 'tuple' : 'array');
    check.equal(`${path} length`, value.length, expected.value.length);
    check.equal(`${path} items`, value.items?.length, expected.value.length);
    expected.value.forEach((item, index) => {
      compareValue(check, `${path}[${index}]`, value.items?.[index], item);
    });
    return;
  }
  const kinds = { boolean: 'bool', number: 'integer', string: 'string', hexstring: 'bytes', address: 'address' };
  check.equal(`${path} kind`, value.kind, kinds[expected.type]);
  const text = String(expected.value);
  check.equal(path, value.text, expected.type === 'string' || expected.type === 'boolean' ? text : text.toLowerCase());
  check.equal(`${path} length`, value.length, value.text.length);
}

/** Returns the text that a reader would type into the field. */
export function typedIn(value: Verbose): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  return value.type === 'object' || value.type === 'array' ? JSON.stringify(jsonOf(value)) : String(value.value);
}

function jsonOf(value: Verbose): unknown {
  return value.type === 'object' || value.type === 'array' ? value.value.map(jsonOf) : value.value;
}
