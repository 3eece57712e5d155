/**
 * Storage slots, found by account and 256-bit key: an open-addressing hash
 * table over columns, so that SLOAD neither allocates nor makes a string.
 */
import type { Brand } from '../../values/brand';
import { copy, LIMBS, type Limbs } from '../words/words';
import { columnLike, widened } from './column';

/** Index of an account in the state's columns. */
export type AccountIndex = Brand<number, 'AccountIndex'>;
/** Index of a slot in a table's columns. */
export type SlotIndex = Brand<number, 'SlotIndex'>;

/** Brands a number known to be the index of an account. */
export function accountIndex(index: number): AccountIndex {
  return index as AccountIndex;
}

/** Brands a number known to be the index of a slot. */
export function slotIndex(index: number): SlotIndex {
  return index as SlotIndex;
}

export class SlotTable {
  length = 0;
  account: Int32Array; // AccountIndex
  keys: Limbs;
  current: Limbs;
  /** Value at the start of the transaction (EIP-2200's original value). */
  original: Limbs;
  /** 1 once the value is known: given, or zero because the account is new. */
  known: Uint8Array;
  /** Number of the transaction that made it warm (EIP-2929), 0 for none. */
  warmIn: Uint32Array;
  private readonly owners = new Set<AccountIndex>();
  private buckets: Int32Array;

  /** `rows`: how many slots it has room for at first, a power of two. */
  constructor(rows = 256) {
    this.account = new Int32Array(rows);
    this.keys = new Uint32Array(rows * LIMBS);
    this.current = new Uint32Array(rows * LIMBS);
    this.original = new Uint32Array(rows * LIMBS);
    this.known = new Uint8Array(rows);
    this.warmIn = new Uint32Array(rows);
    this.buckets = new Int32Array(rows * 4).fill(-1);
  }

  /** The slot of `account` at the key w[a…], added unknown and zero when it is new. */
  indexOf(account: AccountIndex, w: Limbs, a: number): SlotIndex {
    const mask = this.buckets.length - 1;
    let hash = Math.imul(account + 1, 0x9e3779b1);
    for (let i = 0; i < LIMBS; i++) hash = Math.imul(hash ^ w[a + i], 0x85ebca6b) ^ (hash >>> 15);
    hash ^= hash >>> 13;
    let at = hash & mask;
    for (;;) {
      const slot = this.buckets[at];
      if (slot < 0) return this.add(account, w, a, at);
      if (this.account[slot] === account && this.sameKey(slot, w, a)) return slotIndex(slot);
      at = (at + 1) & mask;
    }
  }

  private sameKey(slot: number, w: Limbs, a: number): boolean {
    const k = slot * LIMBS;
    const keys = this.keys;
    for (let i = 0; i < LIMBS; i++) if (keys[k + i] !== w[a + i]) return false;
    return true;
  }

  private add(account: AccountIndex, w: Limbs, a: number, at: number): SlotIndex {
    if (this.length === this.account.length) this.grow();
    const slot = this.length++;
    this.account[slot] = account;
    this.owners.add(account);
    copy(w, a, this.keys, slot * LIMBS);
    this.current.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
    this.original.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
    this.known[slot] = 0;
    this.warmIn[slot] = 0;
    this.buckets[at] = slot;
    if (this.length * 2 > this.buckets.length) this.rehash();
    return slotIndex(slot);
  }

  private grow(): void {
    const size = this.account.length * 2;
    this.account = widened(this.account, new Int32Array(size));
    this.keys = widened(this.keys, new Uint32Array(size * LIMBS));
    this.current = widened(this.current, new Uint32Array(size * LIMBS));
    this.original = widened(this.original, new Uint32Array(size * LIMBS));
    this.known = widened(this.known, new Uint8Array(size));
    this.warmIn = widened(this.warmIn, new Uint32Array(size));
  }

  private rehash(): void {
    const buckets = new Int32Array(this.buckets.length * 2).fill(-1);
    const mask = buckets.length - 1;
    for (let slot = 0; slot < this.length; slot++) {
      let hash = Math.imul(this.account[slot] + 1, 0x9e3779b1);
      for (let i = 0; i < LIMBS; i++) hash = Math.imul(hash ^ this.keys[slot * LIMBS + i], 0x85ebca6b) ^ (hash >>> 15);
      hash ^= hash >>> 13;
      let at = hash & mask;
      while (buckets[at] >= 0) at = (at + 1) & mask;
      buckets[at] = slot;
    }
    this.buckets = buckets;
  }

  /** Whether the account has a slot here, known or not. */
  has(account: AccountIndex): boolean {
    return this.owners.has(account);
  }

  /** Makes every slot of the account zero, known or not; what it began with stays. Linear in the slots, where it has any. */
  empty(account: AccountIndex): void {
    if (!this.has(account)) return;
    for (let slot = 0; slot < this.length; slot++) {
      if (this.account[slot] !== account) continue;
      this.current.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
      this.known[slot] = 1;
    }
  }

  /** Returns a table of its own with the same slots. */
  copied(): SlotTable {
    const copy = new SlotTable(16);
    copy.take(this);
    return copy;
  }

  /** Makes this table hold the slots of another, in columns of its own. */
  take(from: SlotTable): void {
    this.length = from.length;
    this.account = columnLike(this.account, from.account);
    this.keys = columnLike(this.keys, from.keys);
    this.current = columnLike(this.current, from.current);
    this.original = columnLike(this.original, from.original);
    this.known = columnLike(this.known, from.known);
    this.warmIn = columnLike(this.warmIn, from.warmIn);
    this.buckets = columnLike(this.buckets, from.buckets);
    this.owners.clear();
    for (const owner of from.owners) this.owners.add(owner);
  }

  /** Forgets every slot; keeps the memory. */
  clear(): void {
    if (this.length === 0) return;
    this.length = 0;
    this.owners.clear();
    this.buckets.fill(-1);
  }
}
