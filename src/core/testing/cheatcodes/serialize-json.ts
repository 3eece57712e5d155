/** Cheatcodes that write JSON objects key by key. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcode, Cheatcodes } from './cheatcode';

function put(vm: Vm, object: string, key: string, value: unknown): string {
  const fields = vm.kept.objects.get(object) ?? new Map<string, unknown>();
  fields.set(key, value);
  vm.kept.objects.set(object, fields);
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, item]) => `${JSON.stringify(name)}:${textOf(item)}`).join()}}`;
}

/** Whole numbers stand as they are, however large. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (value instanceof RawJson) return value.text;
  return typeof value === 'bigint' ? numberText(value) : JSON.stringify(value);
}

/** Past what a double holds, forge writes texts. */
function numberText(value: bigint): string {
  return value < 1n << 64n && value >= -(1n << 63n) ? value.toString() : `"${value}"`;
}

class RawJson {
  constructor(readonly text: string) {}
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

/** A text that is an object or a list stands as that. */
function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  const text = String(value);
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    JSON.parse(text);
    return new RawJson(text);
  } catch {
    return text;
  }
}

export const JSON_CODES: Cheatcodes = {
  ...writers,
  'serializeUintToHex(string,string,uint256)(string)': (vm, [object, key, value]: [string, string, bigint]) =>
    put(vm, object, key, `0x${value.toString(16)}`),
  'serializeJson(string,string)(string)': (vm, [object, text]: [string, string]) => {
    try {
      const parsed = JSON.parse(text) as Record<string, unknown>;
      vm.kept.objects.set(object, new Map(Object.entries(parsed)));
    } catch {
      throw new CheatError('failed parsing JSON');
    }
    return text;
  },
};
