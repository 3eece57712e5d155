/** JSON and TOML as cheatcodes see them: one kind of value for both, chosen by a path. */

import { parse as parseToml, TomlDate } from 'smol-toml';
import { CheatError } from '../cheats/cheat-error';
import { markKeys, unmarkedKey } from './toml-keys';

/** A number keeps its digits, since a double loses some. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;
/** Keys stand in the order of the text, whole numbers among them. */
export type JsonObject = ReadonlyMap<string, JsonValue>;

export type ReadValue = (text: string) => JsonValue;

export function isJsonObject(value: JsonValue): value is JsonObject {
  return value instanceof Map;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|-?\d[\d.eE+-]*/g;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns the value of JSON, in which comments are passed over. A letter before each text and number tells them apart, and keeps keys in their order. Throws a `CheatError` for what is none. */
export function readJson(text: string): JsonValue {
  const marked = text.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return `"t${token.slice(1)}`;
    if (token.startsWith('/')) return ' ';
    return NUMBER.test(token) ? `"n${withSign(token)}"` : token;
  });
  try {
    return JSON.parse(marked, (_key, value: unknown) => {
      if (typeof value === 'string') return value.startsWith('t') ? value.slice(1) : new JsonNumber(value.slice(1));
      const isFields = typeof value === 'object' && value !== null && value.constructor === Object;
      return isFields ? new Map(Object.entries(value).map(([key, item]) => [key.slice(1), item])) : value;
    }) as JsonValue;
  } catch {
    throw new CheatError('failed parsing JSON');
  }
}

/** An exponent has a small letter and a sign, as forge writes it. */
function withSign(number: string): string {
  return number.replace(/e\+?(-?)/i, (_, sign: string) => `e${sign || '+'}`);
}

/** Returns the value of TOML. Throws a `CheatError` for what is none. */
export function readToml(text: string): JsonValue {
  try {
    return ofToml(parseToml(markKeys(text), { integersAsBigInt: true }));
  } catch {
    throw new CheatError('failed parsing TOML');
  }
}

/** TOML has no null: forge takes the text for it. */
function ofToml(value: unknown): JsonValue {
  if (typeof value === 'string') return value === 'null' ? null : value;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return new JsonNumber(String(value));
  if (typeof value === 'number') return ofFloat(value);
  if (value instanceof TomlDate) return value.toISOString().replace('.000', '');
  if (Array.isArray(value)) return value.map(ofToml);
  return new Map(Object.entries(value as object).map(([key, item]) => [unmarkedKey(key), ofToml(item)]));
}

function ofFloat(value: number): JsonValue {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return new JsonNumber(Number.isInteger(value) ? `${value}.0` : String(value));
}

const STEP = /\.?\*|\.?([^.[\]"'*]+)|\.?\[(?:(\d+)|\*|["'](.*?)["'])\]/y;

/** Returns the values at a path such as `.a.b[0]`, `.a.[0].b`, `$.a[*].b` or `$["a"]`. Throws a `CheatError` for another path. */
export function select(root: JsonValue, path: string): readonly JsonValue[] {
  let values: readonly JsonValue[] = [root];
  let at = path.startsWith('$') ? 1 : 0;
  if (path === '.') return values;
  while (at < path.length) {
    STEP.lastIndex = at;
    const [whole = '', name, index, quoted] = STEP.exec(path) ?? [];
    if (whole === '')
      throw new CheatError(`failed selecting from JSON: the path ${JSON.stringify(path)} cannot be read`);
    at += whole.length;
    const key = name ?? index ?? quoted;
    values = values.flatMap((value) => (key === undefined ? childrenOf(value) : childOf(value, key)));
  }
  return values;
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : isJsonObject(value) ? [...value.values()] : [];
}

function childOf(value: JsonValue, key: string): readonly JsonValue[] {
  if (Array.isArray(value)) return /^\d+$/.test(key) && Number(key) < value.length ? [value[Number(key)]] : [];
  const found = isJsonObject(value) ? value.get(key) : undefined;
  return found === undefined ? [] : [found];
}
