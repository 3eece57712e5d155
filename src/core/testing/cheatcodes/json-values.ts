/** JSON and TOML as cheatcodes see them: one kind of value for both, chosen by a path. */

import { parse as parseToml, TomlDate } from 'smol-toml';
import { CheatError } from '../cheats/cheat-error';

/** A number keeps its digits, since a double loses some. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export type ReadValue = (text: string) => JsonValue;

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/** Marks a number among texts while JSON is parsed. */
const MARK = '\u0001number:';
const TOKENS = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|-?\d[\d.eE+-]*/g;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns the value of JSON, in which comments are passed over. Throws a `CheatError` for what is none. */
export function readJson(text: string): JsonValue {
  const marked = text.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return token;
    if (token.startsWith('/')) return ' ';
    return NUMBER.test(token) ? JSON.stringify(MARK + token) : token;
  });
  try {
    return JSON.parse(marked, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith(MARK) ? new JsonNumber(value.slice(MARK.length)) : value,
    ) as JsonValue;
  } catch {
    throw new CheatError('failed parsing JSON');
  }
}

/** Returns the value of TOML. Throws a `CheatError` for what is none. */
export function readToml(text: string): JsonValue {
  try {
    return ofToml(parseToml(text, { integersAsBigInt: true }));
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
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, ofToml(item)]));
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
  return Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
}

function childOf(value: JsonValue, key: string): readonly JsonValue[] {
  if (Array.isArray(value)) return /^\d+$/.test(key) && Number(key) < value.length ? [value[Number(key)]] : [];
  return isJsonObject(value) && Object.hasOwn(value, key) ? [value[key]] : [];
}
