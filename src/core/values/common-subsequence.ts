import { firstPlace } from './first-place';

/**
 * What two lists of keys have in common, in order.
 *
 * A table of the longest common subsequence is filled for at most `CELLS`
 * cells; longer lists are first cut at keys that stand once in each (patience),
 * and what remains is paired greedily, in linear time.
 */

const CELLS = 1 << 18;
const REACH = 4_096;

type Pair = readonly [a: number, b: number];

/** Returns a long common subsequence as pairs of places: the longest where the table fits. The same pairs whichever list comes first. */
export function commonSubsequence(a: readonly number[], b: readonly number[]): Pair[] {
  let start = 0;
  const shorter = Math.min(a.length, b.length);
  const pairs: Pair[] = [];
  while (start < shorter && a[start] === b[start]) {
    pairs.push([start, start]);
    start++;
  }
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  // Among subsequences of equal length the choice must not depend on the order of the lists.
  const flipped = isBefore(middleB, middleA);
  const middle = flipped ? between(middleB, middleA) : between(middleA, middleB);
  for (const [one, other] of middle) pairs.push(flipped ? [start + other, start + one] : [start + one, start + other]);
  for (let at = end; at > 0; at--) pairs.push([a.length - at, b.length - at]);
  return pairs;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  for (const [at, key] of a.entries()) if (key !== b[at]) return key < b[at];
  return false;
}

function between(a: readonly number[], b: readonly number[]): Pair[] {
  if (a.length === 0 || b.length === 0) return [];
  if (a.length * b.length <= CELLS) return byTable(a, b);
  const anchors = patience(a, b);
  return anchors.length === 0 ? greedily(a, b) : byAnchors(a, b, anchors);
}

function byAnchors(a: readonly number[], b: readonly number[], anchors: readonly Pair[]): Pair[] {
  const pairs: Pair[] = [];
  let fromA = 0;
  let fromB = 0;
  for (const [toA, toB] of [...anchors, [a.length, b.length] as const]) {
    const [shiftA, shiftB] = [fromA, fromB];
    for (const [one, other] of gap(a.slice(fromA, toA), b.slice(fromB, toB)))
      pairs.push([one + shiftA, other + shiftB]);
    if (toA < a.length) pairs.push([toA, toB]);
    fromA = toA + 1;
    fromB = toB + 1;
  }
  return pairs;
}

function gap(a: readonly number[], b: readonly number[]): Pair[] {
  return a.length * b.length <= CELLS ? byTable(a, b) : greedily(a, b);
}

/** The longest common subsequence, by the table of its lengths. */
function byTable(a: readonly number[], b: readonly number[]): Pair[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++;
    else j++;
  }
  return pairs;
}

/** Pairs the keys that stand once in each list: the longest run that is in order in both. */
function patience(a: readonly number[], b: readonly number[]): Pair[] {
  const places = onlyPlaces(b);
  const candidates: Pair[] = [];
  for (const [key, place] of onlyPlaces(a)) {
    const other = places.get(key);
    if (other !== undefined && other >= 0 && place >= 0) candidates.push([place, other]);
  }
  return increasing(candidates.sort(([one], [other]) => one - other));
}

/** The place of each key, -1 when it stands more than once. */
function onlyPlaces(keys: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const [at, key] of keys.entries()) places.set(key, places.has(key) ? -1 : at);
  return places;
}

/** The longest subsequence whose second places increase. */
function increasing(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [at, [, place]] of pairs.entries()) {
    const low = firstPlace(0, tails.length, (length) => pairs[tails[length]][1] >= place);
    before[at] = low > 0 ? tails[low - 1] : -1;
    tails[low] = at;
  }
  const found: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]) found.push(pairs[at]);
  return found.reverse();
}

/** Each key of `a` with the next of its kind in `b`. */
function greedily(a: readonly number[], b: readonly number[]): Pair[] {
  const places = new Map<number, number[]>();
  for (const [at, key] of b.entries()) {
    const list = places.get(key);
    if (list === undefined) places.set(key, [at]);
    else list.push(at);
  }
  const used = new Map<number, number>();
  const pairs: Pair[] = [];
  let last = -1;
  for (const [at, key] of a.entries()) {
    const list = places.get(key) ?? [];
    let next = used.get(key) ?? 0;
    while (next < list.length && list[next] <= last) next++;
    used.set(key, next);
    // Far ahead would leave everything between without a counterpart.
    if (next >= list.length || list[next] - last > REACH) continue;
    last = list[next];
    used.set(key, next + 1);
    pairs.push([at, last]);
  }
  return pairs;
}
