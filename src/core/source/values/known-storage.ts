/**
 * What a trace knows of one account's storage, and which keys its mappings are
 * known to have. A slot that the transaction never reached is not known, and a
 * mapping's keys are those that were hashed with its slot (Solidity docs,
 * Layout of State Variables in Storage).
 */
import type { Preimages } from '../../evm/recording/preimages';

export class KnownStorage {
  private sorted: readonly bigint[] | undefined;

  /** @param otherwise what every other slot holds, undefined where that is not known */
  constructor(
    private readonly values: ReadonlyMap<bigint, bigint>,
    private readonly otherwise: bigint | undefined,
    readonly keys: MappingKeys,
  ) {}

  /** What the slot holds, undefined where it is not known. */
  at(slot: bigint): bigint | undefined {
    return this.values.get(slot) ?? this.otherwise;
  }

  /** Whether the slot was reached, or looked up for the transaction. */
  has(slot: bigint): boolean {
    return this.values.has(slot);
  }

  /** Slots from `start` to before `end` that were reached, ascending. Linear in the slots when first asked. */
  within(start: bigint, end: bigint): readonly bigint[] {
    this.sorted ??= [...this.values.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return this.sorted.slice(this.firstFrom(start), this.firstFrom(end));
  }

  private firstFrom(slot: bigint): number {
    const sorted = this.sorted ?? [];
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A key of a mapping as it was hashed, and the slot of its value. */
export type MappingKey = { key: Uint8Array; slot: bigint };

/** The keys that were hashed with each slot; of other contracts too, whose mappings may have the same slot. */
export class MappingKeys {
  private readonly bySlot = new Map<bigint, MappingKey[]>();

  /** Linear in the hashes. */
  constructor(preimages: Pick<Preimages, 'all'>) {
    for (const [slot, bytes] of preimages.all()) {
      if (bytes.length < 32) continue;
      const base = wordAt(bytes, bytes.length - 32);
      const key = { key: bytes.subarray(0, bytes.length - 32), slot };
      const known = this.bySlot.get(base);
      if (known) known.push(key);
      else this.bySlot.set(base, [key]);
    }
  }

  of(slot: bigint): readonly MappingKey[] {
    return this.bySlot.get(slot) ?? [];
  }
}

/** The big-endian word at `at`. */
export function wordAt(bytes: Uint8Array, at: number): bigint {
  let word = 0n;
  for (let index = at; index < at + 32; index += 4)
    word =
      (word << 32n) |
      BigInt(((bytes[index] << 24) | (bytes[index + 1] << 16) | (bytes[index + 2] << 8) | bytes[index + 3]) >>> 0);
  return word;
}
