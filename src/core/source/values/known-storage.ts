/**
 * What a trace knows of one account's storage, and which keys its mappings are
 * known to have. A slot that the transaction never reached is not known, and a
 * mapping's keys are those that were hashed with its slot (Solidity docs,
 * Layout of State Variables in Storage).
 */
import type { Preimages } from '../../replay/preimages';
import { firstPlace } from '../../values/first-place';

/** Said of a slot that a transaction did not reach. */
export const UNTOUCHED = 'not touched in this transaction';

export class KnownStorage {
  private sorted: readonly bigint[] | undefined;
  /** Text that stands for a slot that is not known. */
  readonly absent: string = UNTOUCHED;

  /** @param otherwise what every other slot holds, undefined where that is not known */
  constructor(
    private readonly values: ReadonlyMap<bigint, bigint>,
    private readonly otherwise: bigint | undefined,
    readonly keys: KeysOfStorage,
  ) {}

  /** What the slot holds, undefined where it is not known. */
  at(slot: bigint): bigint | undefined {
    return this.values.get(slot) ?? this.otherwise;
  }

  /** Whether the slot was reached, or looked up for the transaction. */
  has(slot: bigint): boolean {
    return this.values.has(slot);
  }

  /** Whether something is known to stand in the slots from `start` to before `end`. */
  isUsed(start: bigint, end: bigint): boolean {
    return this.within(start, end).length > 0;
  }

  /** Slots from `start` to before `end` that were reached, ascending. Linear in the slots when first asked. */
  within(start: bigint, end: bigint): readonly bigint[] {
    this.sorted ??= [...this.values.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return this.sorted.slice(this.firstFrom(start), this.firstFrom(end));
  }

  private firstFrom(slot: bigint): number {
    const sorted = this.sorted ?? [];
    return firstPlace(0, sorted.length, (at) => sorted[at] >= slot);
  }
}

/** A key of a mapping as it was hashed, and the slot of its value; `isHash` where the key is a text of which only the hash is known. */
export type MappingKey = { key: Uint8Array; slot: bigint; isHash?: boolean };

/** Keys of mappings by the slot they were hashed with; see `MappingKeys`. */
export type KeysOfStorage = Pick<MappingKeys, 'of' | 'behind'>;

/** The keys that were hashed with each slot; of other contracts too, whose mappings may have the same slot. */
export class MappingKeys {
  private readonly bySlot = new Map<bigint, MappingKey[]>();
  private readonly byFirstWord = new Map<bigint, MappingKey[]>();
  private preimages: ReadonlyMap<bigint, Uint8Array> | undefined;

  /** Linear in the hashes. */
  constructor(private readonly hashes: Pick<Preimages, 'all'>) {
    for (const [slot, bytes] of hashes.all()) {
      if (bytes.length < 32) continue;
      add(this.bySlot, wordAt(bytes, bytes.length - 32), { key: bytes.subarray(0, bytes.length - 32), slot });
      if (bytes.length === 64) add(this.byFirstWord, wordAt(bytes, 0), { key: bytes.subarray(32), slot });
    }
  }

  /** The keys that were hashed behind the slot, as Vyper does; with `hashed`, the texts whose hashes were. */
  behind(slot: bigint, hashed: boolean): readonly MappingKey[] {
    const keys = this.byFirstWord.get(slot) ?? [];
    if (!hashed) return keys;
    this.preimages ??= new Map(this.hashes.all());
    const { preimages } = this;
    return keys.map(({ key, slot: at }) => {
      const text = preimages.get(wordAt(key, 0));
      return text === undefined ? { key, slot: at, isHash: true } : { key: text, slot: at };
    });
  }

  of(slot: bigint): readonly MappingKey[] {
    return this.bySlot.get(slot) ?? [];
  }

  /** These keys, and others that the compiler hashed itself, by the slots they were hashed with; each once. */
  with(folded: ReadonlyMap<bigint, readonly MappingKey[]>): KeysOfStorage {
    if (folded.size === 0) return this;
    return {
      of: (slot) => {
        const own = this.of(slot);
        const hashed = new Set(own.map((key) => key.slot));
        return [...own, ...(folded.get(slot) ?? []).filter((key) => !hashed.has(key.slot))];
      },
      behind: (slot, hashed) => this.behind(slot, hashed),
    };
  }
}

function add(keys: Map<bigint, MappingKey[]>, slot: bigint, key: MappingKey): void {
  const known = keys.get(slot);
  if (known) known.push(key);
  else keys.set(slot, [key]);
}

/** Returns the big-endian word at `at`. */
export function wordAt(bytes: Uint8Array, at: number): bigint {
  let word = 0n;
  for (let index = at; index < at + 32; index += 4)
    word =
      (word << 32n) |
      BigInt(((bytes[index] << 24) | (bytes[index + 1] << 16) | (bytes[index + 2] << 8) | bytes[index + 3]) >>> 0);
  return word;
}
