/** Init code beside the creation code of contracts that are known: whose constructor runs. */
import { findAuxdata } from './auxdata';
import type { CodeMatch } from './match-code';

/** Creation bytecode as a compiler wrote it. */
export type CompiledCreation = {
  bytes: Uint8Array;
  /** Linked libraries, bytes; they differ on chain. */
  holes: readonly { start: number; length: number }[];
};

/** Says whether init code begins with one creation code: exactly, or but for the metadata. */
export type CreationMatcher = (initCode: Uint8Array) => CodeMatch | undefined;

/**
 * Matches creation code as runtime code does: in a partial match the maps of
 * metadata hold something else, of the contract itself or of those it creates,
 * and are as long. Behind the code stand the constructor's arguments. What it
 * needs is prepared when the first byte fits, and then kept.
 */
export function creationMatcher({ bytes, holes }: CompiledCreation): CreationMatcher {
  let places: Uint8Array | undefined;
  return (initCode) => {
    if (bytes.length === 0 || initCode.length < bytes.length || initCode[0] !== bytes[0]) return undefined;
    places ??= placesOf(bytes, holes);
    let match: CodeMatch = 'exact';
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === initCode[at] || places[at] === HOLE) continue;
      if (places[at] !== METADATA) return undefined;
      match = 'partial';
    }
    return match;
  };
}

/** Returns the first that matches exactly, else the first that matches, and how it matches. */
export function bestCreation<T>(
  candidates: readonly T[],
  match: (candidate: T) => CodeMatch | undefined,
): { candidate: T; match: CodeMatch } | undefined {
  let partial: T | undefined;
  for (const candidate of candidates) {
    const found = match(candidate);
    if (found === 'exact') return { candidate, match: found };
    if (found === 'partial') partial ??= candidate;
  }
  return partial && { candidate: partial, match: 'partial' };
}

/** Kinds of bytes that may differ on chain. */
const HOLE = 1;
const METADATA = 2;

function placesOf(bytes: Uint8Array, holes: CompiledCreation['holes']): Uint8Array {
  const places = new Uint8Array(bytes.length);
  for (const { start, end } of findAuxdata(bytes)) places.fill(METADATA, start, end);
  for (const { start, length } of holes) places.fill(HOLE, start, start + length);
  return places;
}
