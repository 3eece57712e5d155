/** Cheatcodes that read values of JSON and TOML by a path: as bytes, as one type, or as a list of it. */

import { type AbiParameter, decodeAbiParameters } from 'viem';
import type { Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { jsonBytes } from './json-bytes';
import { describedType, typedBytes, typedValue } from './json-types';
import { isJsonObject, type JsonValue, type ReadValue, readJson, readToml, select } from './json-values';

const TYPES: Readonly<Record<string, string>> = {
  Bool: 'bool',
  Uint: 'uint256',
  Int: 'int256',
  Address: 'address',
  Bytes32: 'bytes32',
  String: 'string',
  Bytes: 'bytes',
};

function single(values: readonly JsonValue[], refusal: string): JsonValue {
  if (values.length !== 1) throw new CheatError(refusal);
  return values[0];
}

function one(read: ReadValue, text: string, path: string): JsonValue {
  return single(select(read(text), path), `path ${JSON.stringify(path)} must return exactly one JSON value`);
}

/** One value stands for a list of it. */
function typed(value: JsonValue, type: AbiParameter): unknown {
  return typedValue(type.type.endsWith('[]') && !Array.isArray(value) && !isJsonObject(value) ? [value] : value, type);
}

function keysOf(read: ReadValue, text: string, path: string): string[] {
  const shown = JSON.stringify(path);
  const value = single(select(read(text), path), `key ${shown} must return exactly one JSON object`);
  if (!isJsonObject(value)) throw new CheatError(`JSON value at ${shown} is not an object`);
  return [...value.keys()];
}

function cheatcodesOf(language: 'Json' | 'Toml', read: ReadValue): Record<string, Cheatcode> {
  const parse = `parse${language}`;
  const codes: Record<string, Cheatcode> = {
    [`${parse}(string)(bytes)`]: (vm, [text]: [string]) => jsonBytes([read(text)], vm.project),
    [`${parse}(string,string)(bytes)`]: (vm, [text, path]: [string, string]) =>
      jsonBytes(select(read(text), path), vm.project),
    [`${parse}Type(string,string)(bytes)`]: (_vm, [text, type]: [string, string]) =>
      typedBytes(read(text), describedType(type)),
    [`${parse}Type(string,string,string)(bytes)`]: (_vm, [text, path, type]: [string, string, string]) =>
      typedBytes(one(read, text, path), describedType(type)),
    [`${parse}TypeArray(string,string,string)(bytes)`]: (_vm, [text, path, description]: [string, string, string]) => {
      const type = describedType(description);
      return typedBytes(one(read, text, path), { ...type, type: `${type.type}[]` });
    },
    [`keyExists${language}(string,string)(bool)`]: (_vm, [text, path]: [string, string]) =>
      select(read(text), path).length > 0,
    [`${parse}Keys(string,string)(string[])`]: (_vm, [text, path]: [string, string]) => keysOf(read, text, path),
  };
  for (const [name, item] of Object.entries(TYPES))
    for (const [cheatcode, type] of [
      [`${parse}${name}`, item],
      [`${parse}${name}Array`, `${item}[]`],
    ]) {
      codes[`${cheatcode}(string,string)(${type})`] = (_vm, [text, path]: [string, string]) =>
        typed(one(read, text, path), { type });
      codes[`${cheatcode}(string,string,${type})(${type})`] = (
        _vm,
        [text, path, otherwise]: [string, string, unknown],
      ) => (select(read(text), path).length === 0 ? otherwise : typed(one(read, text, path), { type }));
    }
  return codes;
}

export const READ_JSON: Cheatcodes = {
  ...cheatcodesOf('Json', readJson),
  ...cheatcodesOf('Toml', readToml),
  'keyExists(string,string)(bool)': (_vm, [text, path]: [string, string]) => select(readJson(text), path).length > 0,
  'parseJsonArrayLength(string,string)(uint256)': (_vm, [text, path]: [string, string]) => {
    const shown = JSON.stringify(path);
    const value = single(select(readJson(text), path), `key ${shown} must return exactly one JSON array`);
    if (!Array.isArray(value)) throw new CheatError(`JSON value at ${shown} is not an array`);
    return BigInt(value.length);
  },
  'serializeJsonType(string,bytes)(string)': (_vm, [type, bytes]: [string, Hex]) =>
    jsonText(decodeAbiParameters([describedType(type)], bytes)[0]),
};

/** Fields stand in their order, numbers past 64 bits as texts. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (typeof value === 'bigint')
    return value < 1n << 64n && value >= -(1n << 63n) ? String(value) : JSON.stringify(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
    .join()}}`;
}
