/**
 * What KECCAK256 hashed in a transaction, by hash: the keys of mappings and
 * the places of dynamic arrays are such hashes (Solidity docs, Layout of State
 * Variables in Storage), and only the preimage says which.
 */
import { LIMBS, type Limbs, toBigInt } from '../evm/words/words';

/** What is kept: Vyper hashes short texts before their mapping; longer than this no key of a mapping is in practice. */
const MIN_SIZE = 1;
const MAX_SIZE = 1024;
const MAX_KEPT = 200_000;

export class Preimages {
  length = 0;
  private hashes: Limbs = new Uint32Array(256 * LIMBS);
  private starts = new Uint32Array(257); // byte offsets into `bytes`
  private bytes: Uint8Array = new Uint8Array(256 * 64);
  private byHash: Map<bigint, number> | undefined;

  push(memory: Uint8Array, offset: number, size: number, stack: Limbs, at: number): void {
    if (size < MIN_SIZE || size > MAX_SIZE || this.length === MAX_KEPT) return;
    const index = this.length++;
    const start = this.starts[index];
    if ((index + 1) * LIMBS > this.hashes.length) this.grow();
    if (start + size > this.bytes.length) this.bytes = widen(this.bytes, start + size);
    this.bytes.set(memory.subarray(offset, offset + size), start);
    this.starts[index + 1] = start + size;
    this.hashes.set(stack.subarray(at, at + LIMBS), index * LIMBS);
    this.byHash = undefined;
  }

  /** What was hashed to `hash`, undefined when nothing was. The first question after a push costs all pushes. */
  of(hash: bigint): Uint8Array | undefined {
    this.byHash ??= this.index();
    const index = this.byHash.get(hash);
    return index === undefined ? undefined : this.bytes.subarray(this.starts[index], this.starts[index + 1]);
  }

  /** Every hash with what was hashed; of equal ones the last. */
  *all(): Iterable<[bigint, Uint8Array]> {
    this.byHash ??= this.index();
    for (const [hash, index] of this.byHash)
      yield [hash, this.bytes.subarray(this.starts[index], this.starts[index + 1])];
  }

  /** Bytes of the columns. */
  get size(): number {
    return this.bytes.length + this.hashes.length * 4 + this.starts.length * 4;
  }

  private index(): Map<bigint, number> {
    const byHash = new Map<bigint, number>();
    for (let index = 0; index < this.length; index++) byHash.set(toBigInt(this.hashes, index * LIMBS), index);
    return byHash;
  }

  private grow(): void {
    const hashes = new Uint32Array(this.hashes.length * 2);
    hashes.set(this.hashes);
    this.hashes = hashes;
    const starts = new Uint32Array(hashes.length / LIMBS + 1);
    starts.set(this.starts);
    this.starts = starts;
  }
}

function widen(bytes: Uint8Array, needed: number): Uint8Array {
  const wider = new Uint8Array(Math.max(needed, bytes.length * 2));
  wider.set(bytes);
  return wider;
}
