/** The blocks of a virtual network, found by number, by hash and by a transaction in them. */
import type { Hash } from '../chain/primitives';
import type { SealedBlock } from './sealed-block';

export class BlockIndex {
  private readonly sealed: SealedBlock[] = [];
  private readonly heights = new Map<Hash, number>();
  private readonly places = new Map<Hash, { number: number; index: number }>();

  constructor(private readonly firstNumber: number) {}

  get isEmpty(): boolean {
    return this.sealed.length === 0;
  }

  /** The oldest block. Ask neither for it nor for `newest` while there is none. */
  get first(): SealedBlock {
    return this.sealed[0];
  }

  get newest(): SealedBlock {
    return this.sealed[this.sealed.length - 1];
  }

  at(number: number): SealedBlock | undefined {
    return this.sealed[number - this.firstNumber];
  }

  numberOf(hash: Hash): number | undefined {
    return this.heights.get(hash);
  }

  placeOf(transaction: Hash): { number: number; index: number } | undefined {
    return this.places.get(transaction);
  }

  /** The block follows on the newest one. */
  add(sealed: SealedBlock): void {
    const { block, transactions } = sealed;
    this.sealed.push(sealed);
    this.heights.set(block.hash, block.number);
    for (const [index, { hash }] of transactions.entries()) this.places.set(hash, { number: block.number, index });
  }

  /** Takes the blocks above the number away; returns them, oldest first. */
  dropAbove(number: number): readonly SealedBlock[] {
    const dropped = this.sealed.splice(number - this.firstNumber + 1);
    for (const { block, transactions } of dropped) {
      this.heights.delete(block.hash);
      for (const { hash } of transactions) this.places.delete(hash);
    }
    return dropped;
  }
}
