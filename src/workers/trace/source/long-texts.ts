/**
 * `bytes` and `string` of more than 31 bytes, put together from all their slots
 * (Solidity docs, Layout of State Variables in Storage): the slot of the
 * variable itself holds no more than twice their length and one.
 */
import type { AccountIndex, SlotTable } from '../../../core/evm/state/slots';
import { LIMBS, toBigInt } from '../../../core/evm/words/words';
import { KnownStorage, type MappingKeys } from '../../../core/source/values/known-storage';
import type { SlotPart } from '../../../core/source/values/storage-path';
import { decodeStored } from '../../../core/source/values/stored-value';
import type { SourceRow } from '../source-trace.api';

type SlotValues = NonNullable<SourceRow['values']>;
type Sides = { before: KnownStorage; after: KnownStorage };

export class LongTexts {
  private readonly storages = new Map<AccountIndex, Sides>();
  /** Paths of those that were told whole, with their accounts. */
  private readonly told = new Set<string>();

  constructor(
    private readonly slots: SlotTable,
    private readonly keys: MappingKeys,
  ) {}

  /** The values of a slot with the texts that begin in it whole, where the transaction reached all their slots. */
  whole(account: AccountIndex, key: bigint, parts: readonly SlotPart[], values: SlotValues): SlotValues {
    return values.map((value, at) => {
      const part = parts[at];
      if (part === undefined || !isText(part) || part.type !== part.ownerType) return value;
      const { before, after } = this.storageOf(account);
      const place = { slot: key, offset: 0 };
      const was = decodeStored(value.path, part.type, place, before);
      const is = decodeStored(value.path, part.type, place, after);
      if (was.unknown || is.unknown) return value;
      this.told.add(`${account} ${value.path}`);
      return { ...value, before: was, after: is };
    });
  }

  /** Returns whether the slot holds only parts of texts whose value is told at another slot. */
  isTold(account: AccountIndex, parts: readonly SlotPart[]): boolean {
    return parts.every(
      (part) => part.type !== part.ownerType && isText(part) && this.told.has(`${account} ${part.path}`),
    );
  }

  private storageOf(account: AccountIndex): Sides {
    const known = this.storages.get(account) ?? this.readStorage(account);
    this.storages.set(account, known);
    return known;
  }

  /** Linear in the slots of all accounts. */
  private readStorage(account: AccountIndex): Sides {
    const before = new Map<bigint, bigint>();
    const after = new Map<bigint, bigint>();
    const { slots } = this;
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots.account[slot] !== account || slots.known[slot] === 0) continue;
      const key = toBigInt(slots.keys, slot * LIMBS);
      before.set(key, toBigInt(slots.original, slot * LIMBS));
      after.set(key, toBigInt(slots.current, slot * LIMBS));
    }
    const storage = (words: Map<bigint, bigint>) => new KnownStorage(words, undefined, this.keys);
    return { before: storage(before), after: storage(after) };
  }
}

function isText({ ownerType: { kind } }: SlotPart): boolean {
  return kind === 'string' || kind === 'bytes';
}
