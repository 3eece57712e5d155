/** The random words that a seed gives: the stream of ChaCha20 (RFC 8439, with a counter of 64 bits), as forge draws them. */

import { hexToBytes, wordHex } from '../../chain/hex';

/** `expand 32-byte k` in little-endian words. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
/** Words that one block gives. */
const BLOCK = 16;
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/** Returns the word of 32 bits at an index of the stream that the seed of 256 bits gives. */
export function randomWord(seed: bigint, index: number): number {
  const key = new DataView(hexToBytes(wordHex(seed)).buffer);
  const start = new Uint32Array(BLOCK);
  start.set(CONSTANTS);
  for (let at = 0; at < 8; at++) start[4 + at] = key.getUint32(at * 4, true);
  const block = Math.floor(index / BLOCK);
  start[12] = block;
  start[13] = Math.floor(block / 2 ** 32);
  const words = start.slice();
  for (let round = 0; round < 10; round++) for (const [a, b, c, d] of QUARTERS) quarter(words, a, b, c, d);
  const at = index % BLOCK;
  return (words[at] + start[at]) >>> 0;
}

function quarter(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  const mix = (to: number, from: number, other: number, by: number) => {
    words[to] += words[from];
    const mixed = words[other] ^ words[to];
    words[other] = (mixed << by) | (mixed >>> (32 - by));
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}
