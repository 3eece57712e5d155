/**
 * Bytecode as a compiler gives it, before it is on a chain: with places whose
 * bytes only the chain knows.
 */

import { parseHex } from '../../chain/hex';
import { type Fields, isFields } from '../../values/json-fields';
import { type Auxdata, closingVyperAuxdata, endsCode, findAuxdata } from '../matching/auxdata';
import { isPosition } from './linked-bytecode';

/** Bytes [start, start + length) that are filled in after compiling. */
export type CodePlace = {
  start: number;
  length: number;
  /** `path:Name` of a library, the AST id of an immutable's declaration; the same value stands at all places of one id. */
  id: string;
};

export type CompiledCode = {
  /** Links and immutables are zeros. */
  bytes: Uint8Array;
  libraries: readonly CodePlace[];
  /**
   * Places of immutables. Solidity puts them within the code; Vyper has one place behind it, where the constructor
   * appends them.
   */
  immutables: readonly CodePlace[];
  /** Auxdata in the order of the code. The last one closes the code, where there is one. */
  auxdata: readonly Auxdata[];
};

/**
 * Reads `evm.bytecode` or `evm.deployedBytecode` of standard JSON output, or
 * bare hex. `auxdata` are its positions where they are known for certain (see
 * auxdata-positions); otherwise whatever looks like a map counts as one.
 * Undefined when there is no code or it is no hex.
 */
export function readCompiledCode(bytecode: unknown, auxdata?: readonly Auxdata[]): CompiledCode | undefined {
  const fields: Fields = isFields(bytecode) ? bytecode : { object: bytecode };
  if (typeof fields.object !== 'string') return undefined;
  const links = placesOf(fields.linkReferences);
  // Links not yet made: __$hash$__ (solc 0.5 on) or __path:Name____, 40 characters where an address goes.
  const hex = fields.object.replace(/^0x/, '').replace(/__.{38}/g, (text, offset: number) => {
    const start = offset / 2;
    if (!links.some((link) => link.start === start))
      links.push({ start, length: 20, id: text.replace(/^__|_+$/g, '') });
    return '0'.repeat(40);
  });
  const bytes = parseHex(hex);
  if (bytes === undefined || bytes.length === 0) return undefined;
  // Libraries named in the settings are linked already; the references of output compiled so are empty.
  for (const { start, length } of links) bytes.fill(0, start, start + length);
  return {
    bytes,
    libraries: inside(links, bytes.length),
    immutables: inside(placesOf(fields.immutableReferences), bytes.length),
    auxdata: auxdata ?? looksLikeAuxdata(bytes),
  };
}

/** Returns `runtime` of Vyper with the place of its immutables, whose size only the end of the creation code says. */
export function withVyperImmutables(runtime: CompiledCode, creation: CompiledCode): CompiledCode {
  return withAppended(runtime, closingVyperAuxdata(creation.bytes)?.immutableBytes ?? 0);
}

/** Returns `runtime` with a place of `length` bytes behind it, where it states none itself. */
export function withAppended(runtime: CompiledCode, length: number): CompiledCode {
  if (length === 0 || runtime.immutables.length > 0) return runtime;
  return { ...runtime, immutables: [{ start: runtime.bytes.length, length, id: '0' }] };
}

function looksLikeAuxdata(bytes: Uint8Array): readonly Auxdata[] {
  const found = findAuxdata(bytes);
  if (endsCode(found.at(-1), bytes)) return found;
  const vyper = closingVyperAuxdata(bytes);
  return vyper === undefined ? found : [...found.filter(({ end }) => end <= vyper.start), vyper];
}

/** `{ path: { Name: [place] } }` of links, `{ id: [place] }` of immutables. */
function placesOf(references: unknown): CodePlace[] {
  if (!isFields(references)) return [];
  return Object.entries(references).flatMap(([key, below]): CodePlace[] => {
    if (Array.isArray(below)) return below.flatMap((place) => placeOf(place, key));
    if (!isFields(below)) return [];
    return Object.entries(below).flatMap(([name, places]) =>
      Array.isArray(places) ? places.flatMap((place) => placeOf(place, `${key}:${name}`)) : [],
    );
  });
}

function placeOf(place: unknown, id: string): CodePlace[] {
  if (!isFields(place) || !isPosition(place.start) || !isPosition(place.length)) return [];
  return [{ start: place.start, length: place.length, id }];
}

/** Places in order; behind the end is only what Vyper appends. */
function inside(places: readonly CodePlace[], length: number): CodePlace[] {
  return places
    .filter((place) => place.start + place.length <= length || place.start === length)
    .sort((a, b) => a.start - b.start);
}
