/**
 * Where the variables of a Vyper contract lie, as the compiler's `layout` output
 * says (Vyper docs, Compiling a Contract): by name, those of an imported module
 * below the module's name. Without that output no places are known, because
 * where locks lie depends on the version and the chain's fork.
 *
 *     { storage_layout: { owner: { type: 'address', slot: 0 } },
 *       transient_storage_layout: { … }, code_layout: { LIMIT: { type, offset: 0, length: 32 } } }
 */
import { type Fields, readFields, readText } from '../../values/json-fields';
import type { StorageLayout, StorageVariable } from '../values/storage-layout';
import { type Structs, vyperType } from './types';

const MAX_VARIABLES = 10_000;
const MAX_NESTING = 16;
/** Locks are the compiler's own. */
const LOCK = 'nonreentrant lock';

export type VyperImmutable = { name: string; offset: number; length: number };

/** Reads storage and transient storage from the output `layout`; both empty without it. */
export function vyperLayout(layout: unknown, structs: Structs, contract: string): StorageLayout {
  const { storage_layout: storage, transient_storage_layout: transient } = readFields(layout);
  return {
    storage: variablesOf(storage, structs, contract),
    transient: variablesOf(transient, structs, contract),
    namespaces: [],
  };
}

/** Reads the immutables in the data behind the code, by the output `layout`. */
export function vyperImmutables(layout: unknown): VyperImmutable[] {
  return leaves(readFields(layout).code_layout).flatMap(({ path, fields }) => {
    const { offset, length } = fields;
    const isPlace = Number.isSafeInteger(offset) && Number.isSafeInteger(length);
    return isPlace && Number(offset) >= 0 && Number(length) > 0
      ? [{ name: path, offset: Number(offset), length: Number(length) }]
      : [];
  });
}

function variablesOf(stated: unknown, structs: Structs, contract: string): StorageVariable[] {
  return leaves(stated).flatMap(({ path, fields }, index) => {
    const { slot } = fields;
    const type = readText(fields.type);
    if (!Number.isSafeInteger(slot) || Number(slot) < 0 || type === LOCK) return [];
    const place = { slot: BigInt(Number(slot)), offset: 0 };
    return { name: path, id: -1 - index, contract, type: vyperType(type, structs), ...place };
  });
}

/** The variables, those of modules by their path, in the order they are stated. */
function leaves(stated: unknown, path = '', depth = 0): { path: string; fields: Fields }[] {
  if (depth > MAX_NESTING) return [];
  return Object.entries(readFields(stated))
    .slice(0, MAX_VARIABLES)
    .flatMap(([name, value]) => {
      const fields = readFields(value);
      const below = path === '' ? name : `${path}.${name}`;
      return typeof fields.type === 'string' ? [{ path: below, fields }] : leaves(value, below, depth + 1);
    });
}
