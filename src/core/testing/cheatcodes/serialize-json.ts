/** Cheatcodes that write JSON objects key by key. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { isJsonObject, JsonNumber, type JsonObject, readJson } from './json-values';

function put(vm: Vm, object: string, key: string, value: unknown): string {
  const fields = vm.kept.objects.get(object) ?? new Map<string, unknown>();
  fields.set(key, value);
  vm.kept.objects.set(object, fields);
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, item]) => `${JSON.stringify(name)}:${textOf(item)}`).join()}}`;
}

/** Whole numbers stand as they are, however large. */
function textOf(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${textOf(item)}`).join()}}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return typeof value === 'bigint' ? numberText(value) : JSON.stringify(value);
}

/** Past what a double holds, forge writes texts. */
function numberText(value: bigint): string {
  return value < 1n << 64n && value >= -(1n << 63n) ? value.toString() : `"${value}"`;
}

const TYPES: Readonly<Record<string, string>> = {
  serializeBool: 'bool',
  serializeUint: 'uint256',
  serializeInt: 'int256',
  serializeAddress: 'address',
  serializeBytes32: 'bytes32',
  serializeString: 'string',
  serializeBytes: 'bytes',
};

const writers: Record<string, Cheatcode> = {};
for (const [name, type] of Object.entries(TYPES))
  for (const suffix of ['', '[]'])
    writers[`${name}(string,string,${type}${suffix})(string)`] = (
      vm,
      [object, key, value]: [string, string, unknown],
    ) => put(vm, object, key, name === 'serializeString' ? nested(value) : value);

/** A text that is an object stands as that. */
function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  return objectIn(String(value)) ?? value;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    JSON.parse(text); // no comments stand here
    const value = readJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const JSON_CODES: Cheatcodes = {
  ...writers,
  'serializeUintToHex(string,string,uint256)(string)': (vm, [object, key, value]: [string, string, bigint]) =>
    put(vm, object, key, `0x${value.toString(16)}`),
  'serializeJson(string,string)(string)': (vm, [object, text]: [string, string]) => {
    const value = objectIn(text);
    if (value === undefined) throw new CheatError('failed parsing JSON');
    vm.kept.objects.set(object, new Map(value));
    return text;
  },
};
