/**
 * About how many bytes Brotli makes of a transaction at its level 1, by which
 * Arbitrum counts what it costs on layer 1: within three percent of what the
 * encoder writes, most often within one. The encoder itself is not here. What
 * it would find is looked for as it looks for it (matches by a small table,
 * ever wider steps where nothing is found), and the lengths of the codes for
 * what is left over are counted (RFC 7932).
 */

/** Codes and the bits that follow them, as many as a transaction has of each. */
type Counts = {
  literals: number[];
  /** Insert lengths in the first 24, copy lengths in those after. */
  lengths: number[];
  distances: number[];
  extraBits: number;
};

const LENGTHS = 24;
const MOST_SLOTS = 1 << 17;
/** Above it the encoder looks for longer matches. */
const MOST_SLOTS_OF_SHORT = 1 << 15;
/** No match begins in the last bytes. */
const MARGIN = 16;
/** Bits around the codes: heads, and the two trees of lengths and distances, with so many for each symbol of these. */
const AROUND = 145;
const PER_SYMBOL = 5;
/** Bytes that stand around uncompressed bytes. */
const STORED = 4;

/** Returns about how many bytes Brotli at level 1 makes of `data`. */
export function brotliLength(data: Uint8Array): number {
  const counts = countsOf(data);
  const trees = [counts.lengths, counts.distances];
  const symbols = trees.reduce((sum, tree) => sum + tree.filter((count) => count > 0).length, 0);
  const bits =
    treeBits(counts.literals) +
    [counts.literals, ...trees].reduce((sum, tree) => sum + codedBits(tree), 0) +
    counts.extraBits +
    AROUND +
    PER_SYMBOL * symbols;
  return Math.min(data.length + STORED, Math.ceil(bits / 8));
}

function countsOf(data: Uint8Array): Counts {
  const counts: Counts = {
    literals: new Array(256).fill(0),
    lengths: new Array(64).fill(0),
    distances: new Array(64).fill(0),
    extraBits: 0,
  };
  let slots = 256;
  while (slots < data.length && slots < MOST_SLOTS) slots *= 2;
  const shortest = slots <= MOST_SLOTS_OF_SHORT ? 4 : 6;
  const seen = new Int32Array(slots).fill(-1);
  const end = data.length - MARGIN;
  const begins = (a: number, b: number) => b >= 0 && lengthOfMatch(data, a, b, shortest) === shortest;
  /** Remembers a position, and returns the last one that had its place. */
  const remember = (at: number): number => {
    const slot = slotOf(data, at, shortest, slots);
    const last = seen[slot];
    seen[slot] = at;
    return last;
  };
  let begin = 0;
  let lastDistance = -1;
  let next = 1;
  search: while (data.length >= MARGIN) {
    let at = next;
    let earlier = -1;
    for (let tried = 32; earlier < 0; tried++) {
      at = next;
      next = at + (tried >> 5);
      if (next > end) break search;
      const last = remember(at);
      if (lastDistance > 0 && begins(at, at - lastDistance)) earlier = at - lastDistance;
      else if (begins(at, last)) earlier = last;
    }
    insert(counts, data, begin, at);
    let isRepeated = at - earlier === lastDistance;
    // A match right after another has no literals before it, and states its distance anew.
    while (earlier >= 0) {
      const length = lengthOfMatch(data, at, earlier, data.length);
      copy(counts, length, isRepeated ? undefined : at - earlier);
      lastDistance = at - earlier;
      isRepeated = false;
      at += length;
      begin = at;
      if (at >= end) break search;
      for (let passed = Math.max(0, at - 3); passed < at; passed++) remember(passed);
      const last = remember(at);
      earlier = begins(at, last) ? last : -1;
    }
    next = at + 1;
  }
  if (begin < data.length) insert(counts, data, begin, data.length);
  return counts;
}

function slotOf(data: Uint8Array, at: number, bytes: number, slots: number): number {
  let word = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24);
  if (bytes > 4) word ^= Math.imul(data[at + 4] | (data[at + 5] << 8), 2_654_435_769);
  return Math.imul(word, 506_832_829) >>> (32 - Math.log2(slots));
}

function lengthOfMatch(data: Uint8Array, a: number, b: number, most: number): number {
  let length = 0;
  while (length < most && a + length < data.length && data[a + length] === data[b + length]) length++;
  return length;
}

function insert(counts: Counts, data: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at++) counts.literals[data[at]]++;
  const length = to - from;
  if (length < 6) counts.lengths[length]++;
  else if (length < 130) ranged(counts, counts.lengths, length - 2, 2);
  else if (length < 2114) {
    const bits = floorLog2(length - 66);
    counts.lengths[bits + 10]++;
    counts.extraBits += bits;
  } else {
    counts.lengths[21]++;
    counts.extraBits += 12;
  }
}

/** `distance` is absent where it is the last one again. */
function copy(counts: Counts, length: number, distance: number | undefined): void {
  if (length < 10) counts.lengths[LENGTHS + length - 2]++;
  else if (length < 134) ranged(counts, counts.lengths, length - 6, LENGTHS + 4);
  else {
    const bits = length < 2118 ? floorLog2(length - 70) : 24;
    counts.lengths[LENGTHS + (length < 2118 ? bits + 12 : 23)]++;
    counts.extraBits += bits;
  }
  if (distance === undefined) counts.distances[0]++;
  else ranged(counts, counts.distances, distance + 3, 12);
}

/** Counts the code of a value by its two highest bits; the others follow it. */
function ranged(counts: Counts, codes: number[], value: number, first: number): void {
  const bits = floorLog2(value) - 1;
  codes[2 * bits + (value >> bits) + first]++;
  counts.extraBits += bits;
}

function floorLog2(value: number): number {
  return 31 - Math.clz32(value);
}

/** Returns how long the Huffman code of each symbol is. */
function codeLengths(counts: readonly number[]): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const nodes = counts.flatMap((count, symbol) => (count > 0 ? [{ count, symbols: [symbol] }] : []));
  nodes.sort((a, b) => a.count - b.count);
  while (nodes.length > 1) {
    const [a, b] = nodes.splice(0, 2) as [(typeof nodes)[number], (typeof nodes)[number]];
    const both = { count: a.count + b.count, symbols: [...a.symbols, ...b.symbols] };
    for (const symbol of both.symbols) lengths[symbol]++;
    const after = nodes.findIndex(({ count }) => count > both.count);
    nodes.splice(after < 0 ? nodes.length : after, 0, both);
  }
  return lengths;
}

function codedBits(counts: readonly number[]): number {
  const lengths = codeLengths(counts);
  return counts.reduce((sum, count, symbol) => sum + count * lengths[symbol], 0);
}

/** Bits of the code lengths of literals: four for each, less where the same follow each other. */
function treeBits(counts: readonly number[]): number {
  const used = counts.filter((count) => count > 0).length;
  if (used <= 4) return 4 + 8 * used;
  const lengths = codeLengths(counts);
  const end = lengths.findLastIndex((length) => length > 0) + 1;
  let bits = 40;
  let previous = 8;
  for (let at = 0; at < end; ) {
    const length = lengths[at];
    let repeated = 1;
    while (at + repeated < end && lengths[at + repeated] === length) repeated++;
    at += repeated;
    if (length !== 0 && length !== previous) {
      bits += 4;
      repeated--;
      previous = length;
    }
    bits += repeated < 3 ? 4 * repeated : repeatBits(repeated, length === 0 ? 8 : 4);
  }
  return bits;
}

/** Each code for repeating counts on by the digits before it. */
function repeatBits(repeated: number, base: number): number {
  let bits = 0;
  for (let left = repeated - 3; left >= 0; left = Math.floor(left / base) - 1) bits += 4 + Math.log2(base);
  return bits;
}
