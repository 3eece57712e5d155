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
import { type DeclaredTypes, vyperType } from './types';

const MAX_VARIABLES = 10_000;
const MAX_NESTING = 16;
/** Locks are the compiler's own. */
const LOCK = 'nonreentrant lock';

/**
 * Reads storage, transient storage and immutables from the output `layout`; all empty without it. `codeEnd` is the byte
 * of the runtime code at which the immutables begin.
 */
export function vyperLayout(layout: unknown, types: DeclaredTypes, contract: string, codeEnd?: number): StorageLayout {
  const { storage_layout: storage, transient_storage_layout: transient, code_layout: code } = readFields(layout);
  const at = (stated: unknown, slotOf: (fields: Fields) => unknown) => variablesOf(stated, types, contract, slotOf);
  return {
    storage: at(storage, ({ slot }) => slot),
    transient: at(transient, ({ slot }) => slot),
    namespaces: [],
    ...(codeEnd !== undefined &&
      code !== undefined && { inCode: { start: codeEnd, variables: at(code, ({ offset }) => Number(offset) / 32) } }),
  };
}

/** Returns how many bytes the immutables take by the output `layout`, 0 where it states none. */
export function vyperImmutableSize(layout: unknown): number {
  const ends = leaves(readFields(layout).code_layout).map(({ fields: { offset, length } }) => {
    const isPlace = Number.isSafeInteger(offset) && Number.isSafeInteger(length);
    return isPlace && Number(offset) >= 0 && Number(length) > 0 ? Number(offset) + Number(length) : 0;
  });
  return Math.max(0, ...ends);
}

function variablesOf(
  stated: unknown,
  types: DeclaredTypes,
  contract: string,
  slotOf: (fields: Fields) => unknown,
): StorageVariable[] {
  return leaves(stated).flatMap(({ path, fields }, index) => {
    const slot = slotOf(fields);
    const type = readText(fields.type);
    if (!Number.isSafeInteger(slot) || Number(slot) < 0 || type === LOCK) return [];
    const place = { slot: BigInt(Number(slot)), offset: 0 };
    return { name: path, id: -1 - index, contract, type: vyperType(type, types), ...place };
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
