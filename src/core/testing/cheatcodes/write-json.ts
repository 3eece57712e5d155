/** Cheatcodes that write JSON and TOML to files. */

import { bytesToString, stringToBytes } from 'viem';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { fileOf, writeFile } from './files';
import {
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  type ReadValue,
  readJson,
  readToml,
} from './json-values';
import { tomlText } from './toml-text';

/** A text that is no JSON stands for itself. */
function valueIn(text: string, read: ReadValue = readJson): JsonValue {
  try {
    return read(text);
  } catch {
    return text;
  }
}

/** Returns the value with another at a path of keys, in objects that are made where there are none. Throws a `CheatError`. */
function withValue(whole: JsonValue, keys: readonly string[], value: JsonValue): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (!isJsonObject(whole))
    throw new CheatError(
      rest.length === 0
        ? 'final destination is not an object, cannot insert key.'
        : `path segment '${key}' does not resolve to an object.`,
    );
  return new Map(whole).set(key, withValue(whole.get(key) ?? new Map(), rest, value));
}

function withText(whole: JsonValue, path: string, text: string): JsonValue {
  const keys = path
    .replace(/^\$?\./, '')
    .split('.')
    .filter((key) => key !== '');
  if (keys.length === 0) throw new CheatError("'valueKey' cannot be empty or just '$'");
  return withValue(whole, keys, valueIn(text));
}

/** Returns JSON with two spaces for each level; numbers keep their digits. */
function jsonText(value: JsonValue, indent = ''): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? (value as readonly JsonValue[]).map((item) => `${inner}${jsonText(item, inner)}`)
    : [...(value as JsonObject)].map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonText(item, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

function tomlOf(value: JsonValue): string {
  if (!isJsonObject(value)) throw new CheatError('failed to serialize TOML: unsupported type');
  return tomlText(value);
}

function cheatcodesOf(
  language: string,
  read: ReadValue,
  textOf: (value: JsonValue) => string,
): Record<string, Cheatcode> {
  const write = (vm: Vm, path: string, value: JsonValue) => writeFile(vm, path, stringToBytes(textOf(value)));
  return {
    [`write${language}(string,string)`]: (vm, [text, path]: [string, string]) => write(vm, path, valueIn(text)),
    [`write${language}(string,string,string)`]: (vm, [text, path, key]: [string, string, string]) => {
      const bytes = fileOf(vm, path);
      const held = bytes && bytesToString(bytes);
      const whole = held === undefined ? new Map() : language === 'Json' ? valueIn(held) : read(held);
      write(vm, path, withText(whole, key, text));
    },
  };
}

export const WRITE_JSON: Cheatcodes = {
  ...cheatcodesOf('Json', readJson, jsonText),
  ...cheatcodesOf('Toml', readToml, tomlOf),
};
