/**
 * Where the compiler put auxdata into code, for certain.
 *
 * Bytes that look like auxdata may also be a constant of the program, and to
 * take those for metadata would call code equal that is not. Two things tell:
 * `legacyAssembly` lists what the compiler appended, and compiling once more
 * with a blank added to each source changes every hash and nothing else.
 */
import { hexDigits } from '../../chain/hex';
import { type Auxdata, auxdataAt, endsCode, findAuxdata } from './auxdata';

/**
 * Returns the maps in `code` that differ from `edited`, the same contract
 * compiled from sources of which each had a blank added at its end, and the
 * closing one, which holds no hash with `bytecodeHash: none`. Undefined when
 * something else differs too: then the two are no such pair.
 */
export function auxdataByEdit(code: Uint8Array, edited: Uint8Array): readonly Auxdata[] | undefined {
  if (code.length !== edited.length) return undefined;
  const candidates = findAuxdata(code);
  const changed = new Set<Auxdata>();
  let next = 0;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === edited[at]) continue;
    while (next < candidates.length && candidates[next].end <= at) next++;
    const candidate = candidates[next];
    if (candidate === undefined || at < candidate.start) return undefined;
    changed.add(candidate);
  }
  return candidates.filter((candidate) => changed.has(candidate) || endsCode(candidate, code));
}

/**
 * Returns the positions in `code` of what `legacyAssembly` of the compiler's
 * output lists as `.auxdata`. Undefined when that does not tell them: a value
 * stands in the code more often than it is listed, as a constant would, so that
 * only `auxdataByEdit` tells which of the places are auxdata.
 */
export function auxdataOfAssembly(code: Uint8Array, legacyAssembly: unknown): readonly Auxdata[] | undefined {
  const listed = new Map<string, number>();
  if (!collect(legacyAssembly, listed, 0)) return undefined;
  const found = findAuxdata(code).filter((auxdata) => listed.has(hexDigits(code, auxdata.start, auxdata.end)));
  for (const [value, count] of listed) {
    const places = found.filter((auxdata) => hexDigits(code, auxdata.start, auxdata.end) === value).length;
    // The assembly of creation code lists the auxdata of the runtime code inside, which is in both codes.
    if (places > count) return undefined;
  }
  return found;
}

/** Gathers `.auxdata` values with the two bytes of length behind them; false when the shape is another. */
function collect(assembly: unknown, listed: Map<string, number>, level: number): boolean {
  if (level > 32 || typeof assembly !== 'object' || assembly === null) return false;
  const { '.auxdata': value, '.data': data } = assembly as Record<string, unknown>;
  if (typeof value === 'string') listed.set(value.toLowerCase(), (listed.get(value.toLowerCase()) ?? 0) + 1);
  if (typeof data !== 'object' || data === null) return true;
  // A value that is text is a constant or the code of a library, no assembly.
  return Object.values(data).every((below) => typeof below === 'string' || collect(below, listed, level + 1));
}

/** Returns the positions that another verifier states, as far as there is a map at them. */
export function auxdataAtOffsets(code: Uint8Array, offsets: readonly number[]): readonly Auxdata[] {
  return [...offsets]
    .sort((a, b) => a - b)
    .map((offset) => auxdataAt(code, offset))
    .filter((auxdata) => auxdata !== undefined);
}
