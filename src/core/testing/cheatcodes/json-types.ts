/** Types that a test states for JSON: a type of Solidity, or a struct as EIP-712 writes it. */

import { type AbiParameter, encodeAbiParameters, parseAbiParameters } from 'viem';
import type { Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import { isJsonObject, JsonNumber, type JsonValue } from './json-values';
import type { ParsedType } from './parse-errors';
import { parseValue } from './parse-values';

/** Returns the type that a description states. Throws a `CheatError` for what states none. */
export function describedType(description: string): AbiParameter {
  const structs = [...description.matchAll(/(\w+)\(([^()]*)\)/g)];
  const isEncodeType = structs.length > 0 && structs.map(([whole]) => whole).join('') === description;
  try {
    if (!isEncodeType) return parseAbiParameters(description)[0];
    const declared = structs.map(([, name, fields]) => `struct ${name} { ${fields.split(',').join('; ')}; }`);
    return parseAbiParameters([`${structs[0][1]} value`, ...declared] as never)[0];
  } catch {
    throw new CheatError('type description should be a valid Solidity type or a EIP712 `encodeType` string');
  }
}

/** Returns the encoding of a value as the type. Throws a `CheatError` for a value that is none. */
export function typedBytes(value: JsonValue, type: AbiParameter): Hex {
  return encodeAbiParameters([type], [typedValue(value, type)]);
}

/** Returns a value of JSON as viem has values of the type. Throws a `CheatError` for a value that is none. */
export function typedValue(value: JsonValue, type: AbiParameter): unknown {
  const [, inner, count] = /^(.*)\[(\d*)\]$/.exec(type.type) ?? [];
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (inner !== undefined) {
      if (count !== '' && items.length !== Number(count)) throw new CheatError('array length mismatch');
      return items.map((item) => typedValue(item, { ...type, type: inner }));
    }
    if (!('components' in type)) throw new CheatError(`expected ${type.type}, found array`);
    if (items.length !== type.components.length) throw new CheatError('array length mismatch');
    const fields = type.components.map((component, at) => [component.name ?? '', typedValue(items[at], component)]);
    return type.components.every(({ name }) => name) ? Object.fromEntries(fields) : fields.map(([, item]) => item);
  }
  if (isJsonObject(value)) {
    if (!('components' in type) || inner !== undefined)
      throw new CheatError(`expected ${type.type}, found JSON object`);
    const fields = type.components.map((component) => {
      const name = component.name ?? '';
      const field = value.get(name);
      if (field === undefined) throw new CheatError(`field ${JSON.stringify(name)} not found in JSON object`);
      return [name, typedValue(field, component)];
    });
    return Object.fromEntries(fields);
  }
  return scalar(value instanceof JsonNumber ? value.text : String(value), type.type);
}

function scalar(text: string, type: string): unknown {
  const sized = /^bytes(\d+)$/.exec(type);
  if (sized && type !== 'bytes32') {
    const hex = String(parseValue(text, 'bytes'));
    if (hex.length !== 2 + 2 * Number(sized[1]))
      throw new CheatError(`failed parsing ${JSON.stringify(text)} as type \`${type}\``);
    return hex;
  }
  const [, unsigned, bits] = /^(u?)int(\d*)$/.exec(type) ?? [];
  const value = parseValue(text, bits === undefined ? (type as ParsedType) : unsigned ? 'uint256' : 'int256');
  return bits !== undefined && Number(bits || 256) <= 48 ? Number(value) : value;
}
