/** Cheatcodes on environment variables: those that the run was given, and what a test sets. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcode, Cheatcodes } from './cheatcode';
import type { ParsedType } from './parse-errors';
import { parseValue } from './parse-values';

const TYPES: Readonly<Record<string, ParsedType>> = {
  envBool: 'bool',
  envUint: 'uint256',
  envInt: 'int256',
  envAddress: 'address',
  envBytes32: 'bytes32',
  envString: 'string',
  envBytes: 'bytes',
};

function read(vm: Vm, name: string): string {
  const text = vm.kept.environment.get(name);
  if (text === undefined) throw new CheatError(`environment variable ${JSON.stringify(name)} not found`);
  return text;
}

/**
 * Returns the text with the values of variables in the places of `${NAME}`. Throws a `CheatError` for one that is not
 * set.
 */
export function interpolated(vm: Vm, text: string): string {
  const places = [...text.matchAll(/\$\{\s*(.*?)\s*\}/g)];
  return text.replace(/\$\{\s*(.*?)\s*\}/g, (_, name: string) => {
    const value = vm.kept.environment.get(name);
    const where = places.length > 1 ? ` in \`${text}\`` : '';
    if (value === undefined) throw new CheatError(`environment variable \`${name}\` not found${where}`);
    return value;
  });
}

/** Reads a variable, or a part of a list in one. As forge, the reason of a failure does not tell the variable's value. */
function parse(name: string, text: string, type: ParsedType, whole = text): unknown {
  try {
    return parseValue(text, type);
  } catch (error) {
    if (!(error instanceof CheatError)) throw error;
    const hidden = error.message.replace(JSON.stringify(whole), `$${name}`).replace(`\n${whole}\n`, `\n$${name}\n`);
    throw new CheatError(hidden);
  }
}

/** A list whose first part is empty has none. */
function list(name: string, text: string, by: string, type: ParsedType): unknown[] {
  const parts = text.split(by).map((part) => part.trim());
  return parts[0] === '' ? [] : parts.map((part) => parse(name, part, type, text));
}

/**
 * Returns the given value, or the other one where reading it fails. As forge does, this includes variables that are no
 * value of the type.
 */
function orElse(given: () => unknown, otherwise: unknown): unknown {
  try {
    return given();
  } catch (error) {
    if (error instanceof CheatError) return otherwise;
    throw error;
  }
}

const readers: Record<string, Cheatcode> = {};
for (const [cheatcode, type] of Object.entries(TYPES)) {
  readers[`${cheatcode}(string)(${type})`] = (vm, [name]: [string]) => parse(name, read(vm, name), type);
  readers[`${cheatcode}(string,string)(${type}[])`] = (vm, [name, by]: [string, string]) =>
    list(name, read(vm, name), by, type);
  readers[`envOr(string,${type})(${type})`] = (vm, [name, otherwise]: [string, unknown]) =>
    orElse(() => parse(name, read(vm, name), type), otherwise);
  readers[`envOr(string,string,${type}[])(${type}[])`] = (vm, [name, by, otherwise]: [string, string, unknown]) =>
    orElse(() => list(name, read(vm, name), by, type), otherwise);
}

export const ENVIRONMENT: Cheatcodes = {
  ...readers,
  'resolveEnv(string)(string)': (vm, [text]: [string]) => {
    try {
      return interpolated(vm, text);
    } catch (error) {
      throw error instanceof CheatError ? new CheatError(`failed to resolve env var: ${error.message}`) : error;
    }
  },
  'envExists(string)(bool)': (vm, [name]: [string]) => vm.kept.environment.has(name),
  'setEnv(string,string)': (vm, [name, value]: [string, string]) => {
    if (name === '') throw new CheatError("environment variable key can't be empty");
    if (name.includes('=')) throw new CheatError("environment variable key can't contain equal sign `=`");
    if (name.includes('\0')) throw new CheatError("environment variable key can't contain NUL character `\\0`");
    if (value.includes('\0')) throw new CheatError("environment variable value can't contain NUL character `\\0`");
    vm.kept.environment.set(name, value);
  },
};
