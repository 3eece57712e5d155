/** keccak256 of memory into a word of the stack. */
import { hashRange } from '../../chain/keccak';
import type { Limbs } from './words';

/** Writes keccak256 of bytes[start, start + length) to the word to[r…]. */
export function keccak256(bytes: Uint8Array, start: number, length: number, to: Limbs, r: number): void {
  const halves = hashRange(bytes, start, length);
  // As a big-endian word.
  for (let i = 0; i < 8; i++) to[r + 7 - i] = swapped(halves[i]);
}

function swapped(half: number): number {
  return (half << 24) | ((half & 0xff00) << 8) | ((half >>> 8) & 0xff00) | (half >>> 24);
}
