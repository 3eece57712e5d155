/** Cheatcodes that hash structured data (EIP-712), by a definition as the standard encodes it or by one of `forge bind-json`. */

import {
  type AbiParameter,
  bytesToString,
  decodeAbiParameters,
  hashStruct,
  hashTypedData,
  stringToHex,
  type TypedDataDefinition,
} from 'viem';
import { keccakHex } from '../../chain/keccak';
import type { Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { BINDINGS, fileOf } from './files';

type Field = { name: string; type: string };
type Types = ReadonlyMap<string, readonly Field[]>;

const bare = (type: string) => type.replace(/(\[\d*\])+$/, '');

/** Reads `Mail(Person from,string text)Person(…)`. Throws a `CheatError` for what is no definition. */
function readTypes(definition: string): Types {
  const types = new Map<string, readonly Field[]>();
  for (const [, name, fields] of definition.matchAll(/([A-Za-z_$][\w$]*)\(([^()]*)\)/g))
    types.set(
      name,
      fields.split(',').flatMap((field) => {
        const [, type, of] = /^\s*(\S+)\s+(\S+)\s*$/.exec(field) ?? [];
        return type === undefined ? [] : [{ type, name: of }];
      }),
    );
  if (types.size === 0) throw new CheatError(`parser error:\n${definition}`);
  return types;
}

/** The type that no other one has; its name. */
function primaryOf(types: Types): string {
  const used = new Set([...types.values()].flatMap((fields) => fields.map(({ type }) => bare(type))));
  const primary = [...types.keys()].filter((name) => !used.has(name));
  if (primary.length === 1) return primary[0];
  const names = primary.length === 0 ? '' : `: ${primary.join(', ')}`;
  throw new CheatError(`missing type in type resolution: primary component${names}`);
}

/** A type with those that it needs, in the order that the standard wants. */
function encoded(types: Types, primary: string): string {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !types.has(name)) return;
    found.add(name);
    for (const { type } of types.get(name) ?? []) visit(bare(type));
  };
  visit(primary);
  const others = [...found].filter((name) => name !== primary).sort();
  const text = (name: string) => (types.get(name) ?? []).map((field) => `${field.type} ${field.name}`).join(',');
  return [primary, ...others].map((name) => `${name}(${text(name)})`).join('');
}

function bound(vm: Vm, path: string, name: string): string {
  const file = fileOf(vm, path);
  if (file === undefined) throw new CheatError(`failed to read from "${path}": No such file or directory (os error 2)`);
  const known = new Map<string, string>();
  for (const line of bytesToString(file).split('\n')) {
    const [, of, definition] = /^\s*string constant schema_(\S+)\s*=\s*"(.*)";\s*$/.exec(line) ?? [];
    if (of !== undefined) known.set(of, definition);
  }
  const definition = known.get(name);
  if (definition !== undefined) return definition;
  const list = [...known.keys()].map((one) => ` - ${one}`).join('\n');
  throw new CheatError(`'${name}' not found in '${path}'.${list === '' ? '' : `\nAvailable bindings:\n${list}\n`}`);
}

function definitionOf(vm: Vm, given: string): string {
  if (!given.includes('(')) return bound(vm, BINDINGS, given);
  const types = readTypes(given);
  return encoded(types, primaryOf(types));
}

function parameterOf(types: Types, name: string, type: string): AbiParameter {
  const fields = types.get(bare(type));
  if (fields === undefined) return { name, type };
  const components = fields.map((field) => parameterOf(types, field.name, field.type));
  return { name, type: `tuple${type.slice(bare(type).length)}`, components } as AbiParameter;
}

function hashOf(definition: string, primary: string, data: Hex): Hex {
  const types = readTypes(definition);
  if (!types.has(primary)) throw new CheatError(`Failed to resolve EIP-712 primary type '${primary}'`);
  let values: Record<string, unknown>;
  try {
    [values] = decodeAbiParameters([parameterOf(types, '', primary)], data) as [Record<string, unknown>];
  } catch {
    throw new CheatError(`Failed to ABI decode using resolved_sol_type directly for '${primary}'`);
  }
  const all = Object.fromEntries([...types].map(([name, fields]) => [name, [...fields]]));
  return hashStruct({ data: values, primaryType: primary, types: all });
}

export const TYPED_DATA: Cheatcodes = {
  'eip712HashType(string)(bytes32)': (vm, [given]: [string]) => keccakHex(stringToHex(definitionOf(vm, given))),
  'eip712HashType(string,string)(bytes32)': (vm, [path, name]: [string, string]) =>
    keccakHex(stringToHex(bound(vm, path, name))),
  'eip712HashStruct(string,bytes)(bytes32)': (vm, [given, data]: [string, Hex]) => {
    const definition = definitionOf(vm, given);
    return hashOf(definition, definition.slice(0, definition.indexOf('(')), data);
  },
  'eip712HashStruct(string,string,bytes)(bytes32)': (vm, [path, name, data]: [string, string, Hex]) =>
    hashOf(bound(vm, path, name), name, data),
  'eip712HashTypedData(string)(bytes32)': (_vm, [json]: [string]) => {
    try {
      return hashTypedData(JSON.parse(json) as TypedDataDefinition);
    } catch (error) {
      throw new CheatError(String((error as Error).message).split('\n')[0]);
    }
  },
};
