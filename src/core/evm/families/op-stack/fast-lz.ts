/** The length of data that FastLZ compressed, by which the OP Stack prices data since Fjord (specification, fjord/exec-engine.md). */

/** Positions that are remembered, and how far back a match may be. */
const WINDOW = 8192;
/** Bytes at the end that are never part of a match's begin. */
const TAIL = 13;
const LONGEST_MATCH = 262;
const LONGEST_RUN = 32;

/** Returns how many bytes FastLZ's first level makes of `data`; linear. */
export function fastLzLength(data: Uint8Array): number {
  const end = Math.max(0, data.length - TAIL);
  const seen = new Uint32Array(WINDOW);
  let size = 0;
  /** Begin of what is not encoded yet. */
  let begin = 0;
  let at = 2;
  for (;;) {
    let earlier = -1;
    while (at < end && earlier < 0) {
      const three = threeAt(data, at);
      const last = seen[slotOf(three)];
      seen[slotOf(three)] = at;
      if (at - last < WINDOW && three === threeAt(data, last)) earlier = last;
      else at++;
    }
    // A match at the last position of all does not count.
    if (earlier < 0 || at + 1 >= end) return size + literals(data.length - begin);
    if (at > begin) size += literals(at - begin);
    const length = lengthOfMatch(data, earlier + 3, at + 3, end + TAIL - 4);
    size += match(length);
    at += length;
    for (let next = 0; next < 2; next++, at++) seen[slotOf(threeAt(data, at))] = at;
    begin = at;
  }
}

function threeAt(data: Uint8Array, at: number): number {
  return data[at] | (data[at + 1] << 8) | (data[at + 2] << 16);
}

/** Where a position is remembered: the upper 13 bits of a multiplicative hash of 32. */
function slotOf(three: number): number {
  return Math.imul(three, 2_654_435_769) >>> 19;
}

/** How many bytes are equal, and the first that is not; fewer where the data ends. */
function lengthOfMatch(data: Uint8Array, a: number, b: number, end: number): number {
  let length = 0;
  while (b + length < end && data[a + length] === data[b + length]) length++;
  return b + length < end ? length + 1 : length;
}

/** Bytes that stay as they are go in runs with a byte before each. */
function literals(count: number): number {
  const rest = count % LONGEST_RUN;
  return (LONGEST_RUN + 1) * Math.floor(count / LONGEST_RUN) + (rest === 0 ? 0 : rest + 1);
}

function match(length: number): number {
  const rest = length - 1;
  return 3 * Math.floor(rest / LONGEST_MATCH) + (rest % LONGEST_MATCH >= 6 ? 3 : 2);
}
