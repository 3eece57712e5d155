/** Cheatcodes that read values of JSON and TOML by a path, as one type or a list of it. */

import { parse as parseToml } from 'smol-toml';
import { parseExactJson } from '../../abi/parse-argument';
import { CheatError } from '../cheats/cheat-error';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import { type ParsedType, parseValue } from './parse-values';

const TYPES: Readonly<Record<string, ParsedType>> = {
  Bool: 'bool',
  Uint: 'uint256',
  Int: 'int256',
  Address: 'address',
  Bytes32: 'bytes32',
  String: 'string',
  Bytes: 'bytes',
};

type Read = (text: string) => unknown;

/** Numbers are read as texts of their digits, since a double loses some. */
function readJson(text: string): unknown {
  const value = parseExactJson(text);
  if (value === undefined) throw new CheatError('failed parsing JSON');
  return value;
}

function readToml(text: string): unknown {
  try {
    return parseToml(text, { integersAsBigInt: true });
  } catch {
    throw new CheatError('failed parsing TOML');
  }
}

/** The value at a path such as `.a.b[0]`, `$.a` or `$["a"]`; undefined where there is none. */
function select(root: unknown, path: string): unknown {
  const steps = path.replace(/^\$/, '').matchAll(/\.?([^.[\]"']+)|\[(\d+)\]|\[["'](.*?)["']\]/g);
  let value = root;
  for (const [, name, index, quoted] of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name ?? index ?? quoted];
  }
  return value;
}

function selected(read: Read, text: string, path: string): unknown {
  const value = select(read(text), path);
  if (value === undefined) throw new CheatError(`path ${JSON.stringify(path)} must return exactly one JSON value`);
  return value;
}

function coerced(value: unknown, type: ParsedType): unknown {
  if (typeof value === 'object')
    throw new CheatError(`expected ${type}, found JSON ${Array.isArray(value) ? 'array' : 'object'}`);
  return parseValue(String(value), type);
}

function listed(value: unknown, type: ParsedType): unknown[] {
  return (Array.isArray(value) ? value : [value]).map((item) => coerced(item, type));
}

function cheatcodesOf(language: 'Json' | 'Toml', read: Read): Record<string, Cheatcode> {
  const codes: Record<string, Cheatcode> = {};
  for (const [name, type] of Object.entries(TYPES)) {
    const single = `parse${language}${name}`;
    codes[`${single}(string,string)(${type})`] = (_vm, [text, path]: [string, string]) =>
      coerced(selected(read, text, path), type);
    codes[`${single}(string,string,${type})(${type})`] = (_vm, [text, path, otherwise]: [string, string, unknown]) => {
      const value = select(read(text), path);
      return value === undefined ? otherwise : coerced(value, type);
    };
    codes[`${single}Array(string,string)(${type}[])`] = (_vm, [text, path]: [string, string]) =>
      listed(selected(read, text, path), type);
    codes[`${single}Array(string,string,${type}[])(${type}[])`] = (
      _vm,
      [text, path, otherwise]: [string, string, unknown],
    ) => {
      const value = select(read(text), path);
      return value === undefined ? otherwise : listed(value, type);
    };
  }
  codes[`keyExists${language}(string,string)(bool)`] = (_vm, [text, path]: [string, string]) =>
    select(read(text), path) !== undefined;
  codes[`parse${language}Keys(string,string)(string[])`] = (_vm, [text, path]: [string, string]) => {
    const value = selected(read, text, path);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new CheatError(`JSON value at ${JSON.stringify(path)} is not an object`);
    return Object.keys(value);
  };
  return codes;
}

export const READ_JSON: Cheatcodes = {
  ...cheatcodesOf('Json', readJson),
  ...cheatcodesOf('Toml', readToml),
  'keyExists(string,string)(bool)': (_vm, [text, path]: [string, string]) => select(readJson(text), path) !== undefined,
  'parseJsonArrayLength(string,string)(uint256)': (_vm, [text, path]: [string, string]) => {
    const value = selected(readJson, text, path);
    if (!Array.isArray(value)) throw new CheatError('expected array');
    return BigInt(value.length);
  },
};
