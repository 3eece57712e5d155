/**
 * Code of edited sources as it would be on the chain: with the immutables and
 * libraries of the code that is there, put where the new code has them.
 *
 * The id of an immutable is the id of its node in the syntax tree, which
 * changes with each edit. So an immutable is found by contract, name and type.
 * Where the contract that declares it was renamed or split, name and type are
 * enough, if only one immutable has both.
 */

import { parseHex } from '../../chain/hex';
import type { CompiledCode } from '../../contract/build-output/compiled-code';
import { compareRuntimeCode } from '../../contract/matching/compare-code';
import { readText } from '../../values/json-fields';
import { nodesIn, typeStringOf } from '../compiled/ast';
import type { Compilation } from '../compiled/compilation';
import { type Immutable, immutableKey } from './immutable-key';

/** A compilation and the runtime code of one of its contracts. */
export type CompiledContract = { compilation: Compilation; runtime: CompiledCode };

export type CarriedCode = {
  bytes: Uint8Array;
  /** Immutables that the code on the chain has no value of; zeros where none was given. */
  missing: readonly Immutable[];
  /** Libraries that it has no address of, `path:Name`. */
  unlinked: readonly string[];
};

/**
 * `original` is what the code `chain` was compiled of. `given` has values of
 * immutables by `immutableKey`, 32 bytes each. Linear in the codes.
 */
export function carryOver(
  original: CompiledContract,
  chain: Uint8Array,
  edited: CompiledContract,
  given: ReadonlyMap<string, Uint8Array> = new Map(),
): CarriedCode {
  const { parts } = compareRuntimeCode(original.runtime, chain);
  const known = immutablesOf(original.compilation);
  const wanted = immutablesOf(edited.compilation);
  const byKey = new Map<string, Uint8Array>();
  const byName = new Map<string, Uint8Array | undefined>();
  const libraries = new Map<string, Uint8Array>();
  let self: Uint8Array | undefined;
  for (const { kind, id, value } of parts) {
    const bytes = parseHex(value);
    if (bytes === undefined) continue;
    if (kind === 'callProtection') self = bytes;
    if (kind === 'library') libraries.set(id, bytes);
    const immutable = kind === 'immutable' ? known.get(id) : undefined;
    if (immutable === undefined || byKey.has(immutableKey(immutable))) continue;
    byKey.set(immutableKey(immutable), bytes);
    const name = nameKey(immutable);
    byName.set(name, byName.has(name) ? undefined : bytes);
  }
  const { runtime } = edited;
  const bytes = runtime.bytes.slice();
  if (self !== undefined) bytes.set(self, 1);
  const unlinked = new Set<string>();
  for (const { id, start } of runtime.libraries) {
    const address = libraries.get(id);
    if (address === undefined) unlinked.add(id);
    else bytes.set(address, start);
  }
  const missing = new Map<string, Immutable>();
  for (const { id, start, length } of runtime.immutables) {
    const immutable = wanted.get(id) ?? { contract: '', name: `immutable ${id}`, type: '' };
    const key = immutableKey(immutable);
    const carried = byKey.get(key) ?? byName.get(nameKey(immutable));
    if (carried === undefined) missing.set(key, immutable);
    const value = carried ?? given.get(key);
    if (value !== undefined) bytes.set(value.subarray(0, length), start);
  }
  return { bytes, missing: [...missing.values()], unlinked: [...unlinked] };
}

function nameKey({ name, type }: Immutable): string {
  return `${name} ${type}`;
}

/** The immutables of all contracts, by the id that references in code have. Linear in the trees' upper levels. */
function immutablesOf({ roots }: Compilation): Map<string, Immutable> {
  const found = new Map<string, Immutable>();
  for (const root of roots)
    for (const contract of nodesIn(root, 'nodes'))
      for (const node of nodesIn(contract, 'nodes'))
        if (node.nodeType === 'VariableDeclaration' && node.mutability === 'immutable')
          found.set(String(node.id), {
            contract: readText(contract.name),
            name: readText(node.name),
            type: typeStringOf(node),
          });
  return found;
}
