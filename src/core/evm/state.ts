/**
 * Accounts and storage while transactions execute, as columns with a journal.
 *
 * Nothing is fetched here. What is not known yet is reported as missing before
 * anything changes, so the machine can stop at the instruction, the caller can
 * supply it, and execution goes on exactly where it stood. Every change is
 * journaled; `revertTo` undoes exactly, newest first.
 */
import type { Code } from './code';
import { makeCode } from './code';
import { keepPages, type Pages, restorePages } from './pages';
import { isLoaded, type Library } from './precompiles/libraries';
import { type AccountIndex, type SlotIndex, SlotTable } from './slots';
import { copy, fromBigInt, fromBytes, isZero, LIMBS, type Limbs, setNumber, toBigInt, toBytes } from './words';

/** What the machine needs before it can go on. Addresses and keys as bytes, big endian. */
export type Missing = MissingState | { kind: 'library'; library: Library };

export type MissingState =
  | { kind: 'account'; address: Uint8Array }
  | { kind: 'slot'; address: Uint8Array; key: Uint8Array }
  | { kind: 'blockHash'; number: number };

const AccountFlag = {
  known: 1,
  /** In the state trie; before EIP-161 an empty account can be. */
  exists: 2,
  /** Made by the current transaction (EIP-6780). */
  created: 4,
  destructed: 8,
  /** Touched by the current transaction (EIP-161). */
  touched: 16,
  /** Every slot not listed is zero: a new account, or all of its storage was given. */
  storageComplete: 32,
} as const;

/** What changes while a transaction runs, as it stood at some time. See `State.keep`. */
export type KeptState = {
  slots: number;
  transient: number;
  accounts: number;
  journal: number;
  columns: readonly Pages[];
};

const Undo = { slot: 0, warmSlot: 1, warmAccount: 2, balance: 3, nonce: 4, code: 5, flags: 6, transient: 7 } as const;

export class State {
  slots = new SlotTable();
  /** Transient storage (EIP-1153), emptied at the start of each transaction. */
  transient = new SlotTable();
  codes: Code[] = [makeCode(new Uint8Array(0))];
  length = 0;
  /** The address as a word: limbs 5 to 7 are zero. */
  address: Limbs = new Uint32Array(64 * LIMBS);
  balance: Limbs = new Uint32Array(64 * LIMBS);
  nonce = new BigUint64Array(64);
  code = new Int32Array(64); // index into codes
  flags = new Uint8Array(64);
  warmIn = new Uint32Array(64); // number of the transaction that made it warm
  /** As they were at the start of the transaction, or as they were supplied during it. */
  originalBalance: Limbs = new Uint32Array(64 * LIMBS);
  originalNonce = new BigUint64Array(64);
  originalCode = new Int32Array(64); // index into codes
  private originalFlags = new Uint8Array(64);
  /** Number of the current transaction, from 1. */
  transaction = 0;
  missing: Missing | undefined;

  private buckets = new Int32Array(256).fill(-1);
  private journalKind = new Uint8Array(1024);
  private journalIndex = new Int32Array(1024);
  private journalWord: Limbs = new Uint32Array(1024 * LIMBS);
  private journalLength = 0;
  private codeByHash = new Map<string, number>();

  /**
   * What changes while a transaction runs, as it stands now; what did not
   * change since `previous` is shared with it.
   */
  keep(previous: KeptState | undefined): KeptState {
    const columns = this.changing(this.slots.length, this.transient.length, this.length, this.journalLength).map(
      ([column, length], i) => keepPages(column, length, previous?.columns[i]),
    );
    return {
      slots: this.slots.length,
      transient: this.transient.length,
      accounts: this.length,
      journal: this.journalLength,
      columns,
    };
  }

  /**
   * A state of its own that stands where this one did, earlier in the same
   * transaction, journal included. What was supplied since is known to it.
   */
  restored(kept: KeptState): State {
    const state = this.copied();
    const { slots, transient } = state;
    slots.current.set(slots.original);
    slots.warmIn.fill(0);
    transient.current.fill(0);
    state.balance.set(state.originalBalance);
    state.nonce.set(state.originalNonce);
    state.code.set(state.originalCode);
    state.flags.set(state.originalFlags);
    state.warmIn.fill(0);
    const keptColumns = state.changing(kept.slots, kept.transient, kept.accounts, kept.journal);
    for (const [i, [column]] of keptColumns.entries()) restorePages(kept.columns[i], column);
    state.journalLength = kept.journal;
    // Not known yet at that time: as it was supplied later.
    // Pages end at whole words, so columns of bytes are looked at to the next multiple of four.
    for (let slot = 0; slot < Math.min(slots.length, kept.slots + 3); slot++) {
      if (slots.known[slot] === 1 || this.slots.known[slot] === 0) continue;
      copy(slots.original, slot * LIMBS, slots.current, slot * LIMBS);
      slots.known[slot] = 1;
    }
    for (let account = 0; account < Math.min(state.length, kept.accounts + 3); account++) {
      if ((state.flags[account] & AccountFlag.known) !== 0) continue;
      copy(state.originalBalance, account * LIMBS, state.balance, account * LIMBS);
      state.nonce[account] = state.originalNonce[account];
      state.code[account] = state.originalCode[account];
      state.flags[account] = state.originalFlags[account];
    }
    return state;
  }

  /** The columns that change while a transaction runs, each with the items in use. */
  private changing(
    slots: number,
    transient: number,
    accounts: number,
    journal: number,
  ): [Uint8Array | Int32Array | Uint32Array | BigUint64Array, number][] {
    return [
      [this.slots.current, slots * LIMBS],
      [this.slots.warmIn, slots],
      [this.slots.known, slots],
      [this.transient.current, transient * LIMBS],
      [this.balance, accounts * LIMBS],
      [this.nonce, accounts],
      [this.code, accounts],
      [this.flags, accounts],
      [this.warmIn, accounts],
      [this.journalKind, journal],
      [this.journalIndex, journal],
      [this.journalWord, journal * LIMBS],
    ];
  }

  /** A state of its own, equal to this one. Codes are shared: they only ever grow. */
  copied(): State {
    const copy = new State();
    copy.slots = this.slots.copy();
    copy.transient = this.transient.copy();
    copy.codes = this.codes;
    copy.codeByHash = this.codeByHash;
    copy.length = this.length;
    copy.address = this.address.slice();
    copy.balance = this.balance.slice();
    copy.nonce = this.nonce.slice();
    copy.code = this.code.slice();
    copy.flags = this.flags.slice();
    copy.warmIn = this.warmIn.slice();
    copy.originalBalance = this.originalBalance.slice();
    copy.originalNonce = this.originalNonce.slice();
    copy.originalCode = this.originalCode.slice();
    copy.originalFlags = this.originalFlags.slice();
    copy.transaction = this.transaction;
    copy.buckets = this.buckets.slice();
    copy.journalKind = this.journalKind.slice();
    copy.journalIndex = this.journalIndex.slice();
    copy.journalWord = this.journalWord.slice();
    copy.journalLength = this.journalLength;
    return copy;
  }

  // ── identity ────────────────────────────────────────────────────────────

  /** The account at the address in the low 160 bits of w[a…], added unknown when it is new. */
  indexOf(w: Limbs, a: number): AccountIndex {
    const mask = this.buckets.length - 1;
    let hash = 0x811c9dc5;
    for (let i = 0; i < 5; i++) hash = Math.imul(hash ^ w[a + i], 0x85ebca6b) ^ (hash >>> 15);
    let at = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const account = this.buckets[at];
      if (account < 0) break;
      const k = account * LIMBS;
      const known = this.address;
      if (
        known[k] === w[a] &&
        known[k + 1] === w[a + 1] &&
        known[k + 2] === w[a + 2] &&
        known[k + 3] === w[a + 3] &&
        known[k + 4] === w[a + 4]
      )
        return account as AccountIndex;
      at = (at + 1) & mask;
    }
    if (this.length === this.flags.length) this.grow();
    const account = this.length++;
    const k = account * LIMBS;
    for (let i = 0; i < 5; i++) this.address[k + i] = w[a + i];
    this.buckets[at] = account;
    if (this.length * 2 > this.buckets.length) this.rehash();
    return account as AccountIndex;
  }

  /** The account at a 20-byte address. */
  indexOfAddress(address: Uint8Array): AccountIndex {
    fromBytes(address, 0, 20, scratch, 0);
    return this.indexOf(scratch, 0);
  }

  addressBytes(account: AccountIndex): Uint8Array {
    toBytes(this.address, account * LIMBS, bytes32, 0);
    return bytes32.slice(12);
  }

  // ── supplying what is known ─────────────────────────────────────────────

  /** Supplies an account as it stands before the transaction. `storageComplete`: every slot not supplied is zero. */
  supplyAccount(
    address: Uint8Array,
    given: { balance: Limbs; nonce: bigint; code: Uint8Array; exists: boolean },
    storageComplete = false,
  ): AccountIndex {
    const account = this.indexOfAddress(address);
    copy(given.balance, 0, this.balance, account * LIMBS);
    this.nonce[account] = given.nonce;
    this.code[account] = this.internCode(given.code);
    this.flags[account] =
      (this.flags[account] & ~AccountFlag.exists) |
      AccountFlag.known |
      (given.exists ? AccountFlag.exists : 0) |
      (storageComplete || !given.exists ? AccountFlag.storageComplete : 0);
    copy(given.balance, 0, this.originalBalance, account * LIMBS);
    this.originalNonce[account] = this.nonce[account];
    this.originalCode[account] = this.code[account];
    this.originalFlags[account] = this.flags[account];
    return account;
  }

  /** Supplies a slot's value (32 bytes each) as it stands before the transaction. */
  supplySlot(account: AccountIndex, key: Uint8Array, value: Uint8Array): void {
    fromBytes(key, 0, 32, scratch, 0);
    const slot = this.slots.indexOf(account, scratch, 0);
    fromBytes(value, 0, 32, this.slots.current, slot * LIMBS);
    copy(this.slots.current, slot * LIMBS, this.slots.original, slot * LIMBS);
    this.slots.known[slot] = 1;
  }

  /** Makes every slot of the account zero, known or not. Linear in the slots. */
  forgetStorage(account: AccountIndex): void {
    const { slots } = this;
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots.account[slot] !== account) continue;
      slots.current.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
      slots.original.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
      slots.known[slot] = 1;
    }
  }

  /** Index of the code in `codes`, equal codes sharing one. */
  internCode(bytes: Uint8Array): number {
    if (bytes.length === 0) return 0;
    const code = makeCode(bytes);
    const key = code.hash.join();
    const known = this.codeByHash.get(key);
    if (known !== undefined) return known;
    this.codes.push({ ...code, bytes: bytes.slice() });
    this.codeByHash.set(key, this.codes.length - 1);
    return this.codes.length - 1;
  }

  // ── asking ──────────────────────────────────────────────────────────────

  /** Whether the account was supplied. */
  isKnown(account: AccountIndex): boolean {
    return (this.flags[account] & AccountFlag.known) !== 0;
  }

  /** Whether the account is known; otherwise `missing` says so. */
  requireAccount(account: AccountIndex): boolean {
    if ((this.flags[account] & AccountFlag.known) !== 0) return true;
    this.missing = { kind: 'account', address: this.addressBytes(account) };
    return false;
  }

  /** Whether the slot's value is known; otherwise `missing` says so. */
  requireSlot(slot: SlotIndex): boolean {
    if (this.slots.known[slot] === 1) return true;
    const account = this.slots.account[slot] as AccountIndex;
    if ((this.flags[account] & AccountFlag.storageComplete) !== 0) {
      this.slots.known[slot] = 1;
      return true;
    }
    const key = new Uint8Array(32);
    toBytes(this.slots.keys, slot * LIMBS, key, 0);
    this.missing = { kind: 'slot', address: this.addressBytes(account), key };
    return false;
  }

  /** Whether the code of a precompile is loaded; otherwise `missing` says so. Undefined: it needs none. */
  requireLibrary(library: Library | undefined): boolean {
    if (library === undefined || isLoaded(library)) return true;
    this.missing = { kind: 'library', library };
    return false;
  }

  exists(account: AccountIndex): boolean {
    return (this.flags[account] & AccountFlag.exists) !== 0;
  }

  /** Whether it existed at the start of the transaction. */
  wasThere(account: AccountIndex): boolean {
    return (this.originalFlags[account] & AccountFlag.exists) !== 0;
  }

  /** Empty by EIP-161: no nonce, no balance, no code. */
  isEmpty(account: AccountIndex): boolean {
    return this.nonce[account] === 0n && this.code[account] === 0 && isZero(this.balance, account * LIMBS);
  }

  isCreated(account: AccountIndex): boolean {
    return (this.flags[account] & AccountFlag.created) !== 0;
  }

  isDestructed(account: AccountIndex): boolean {
    return (this.flags[account] & AccountFlag.destructed) !== 0;
  }

  /** Whether any known slot of the account holds something. Linear in the slots. */
  hasStorage(account: AccountIndex): boolean {
    const { slots } = this;
    if (!slots.has(account)) return false;
    for (let slot = 0; slot < slots.length; slot++)
      if (slots.account[slot] === account && !isZero(slots.current, slot * LIMBS)) return true;
    return false;
  }

  // ── changing, journaled ─────────────────────────────────────────────────

  /** A point to come back to. */
  snapshot(): number {
    return this.journalLength;
  }

  setSlot(slot: SlotIndex, w: Limbs, a: number): void {
    this.record(Undo.slot, slot, this.slots.current, slot * LIMBS);
    copy(w, a, this.slots.current, slot * LIMBS);
  }

  setTransient(slot: SlotIndex, w: Limbs, a: number): void {
    this.record(Undo.transient, slot, this.transient.current, slot * LIMBS);
    copy(w, a, this.transient.current, slot * LIMBS);
  }

  /** Makes the account warm (EIP-2929); returns whether it was cold. */
  warmAccount(account: AccountIndex): boolean {
    if (this.warmIn[account] === this.transaction) return false;
    setNumber(scratch, 0, this.warmIn[account]);
    this.record(Undo.warmAccount, account, scratch, 0);
    this.warmIn[account] = this.transaction;
    return true;
  }

  /** Makes the slot warm (EIP-2929); returns whether it was cold. */
  warmSlot(slot: SlotIndex): boolean {
    if (this.slots.warmIn[slot] === this.transaction) return false;
    setNumber(scratch, 0, this.slots.warmIn[slot]);
    this.record(Undo.warmSlot, slot, scratch, 0);
    this.slots.warmIn[slot] = this.transaction;
    return true;
  }

  setBalance(account: AccountIndex, w: Limbs, a: number): void {
    this.record(Undo.balance, account, this.balance, account * LIMBS);
    copy(w, a, this.balance, account * LIMBS);
    this.touch(account);
  }

  setNonce(account: AccountIndex, nonce: bigint): void {
    fromBigInt(this.nonce[account], scratch, 0);
    this.record(Undo.nonce, account, scratch, 0);
    this.nonce[account] = nonce;
    this.touch(account);
  }

  setCode(account: AccountIndex, bytes: Uint8Array): void {
    setNumber(scratch, 0, this.code[account]);
    this.record(Undo.code, account, scratch, 0);
    this.code[account] = this.internCode(bytes);
    this.touch(account);
  }

  /** Marks the account as existing and as touched by this transaction (EIP-161). */
  touch(account: AccountIndex): void {
    this.setFlags(account, this.flags[account] | AccountFlag.touched | AccountFlag.exists);
  }

  /** Marks the account as made by this transaction: its storage is empty. */
  markCreated(account: AccountIndex): void {
    this.setFlags(
      account,
      this.flags[account] |
        AccountFlag.created |
        AccountFlag.exists |
        AccountFlag.touched |
        AccountFlag.storageComplete,
    );
  }

  markDestructed(account: AccountIndex): void {
    this.setFlags(account, this.flags[account] | AccountFlag.destructed | AccountFlag.touched);
  }

  /** Undoes every change made since the snapshot, newest first. */
  revertTo(snapshot: number): void {
    const word = this.journalWord;
    for (let i = this.journalLength - 1; i >= snapshot; i--) {
      const index = this.journalIndex[i];
      const at = i * LIMBS;
      switch (this.journalKind[i]) {
        case Undo.slot:
          copy(word, at, this.slots.current, index * LIMBS);
          break;
        case Undo.transient:
          copy(word, at, this.transient.current, index * LIMBS);
          break;
        case Undo.warmSlot:
          this.slots.warmIn[index] = word[at];
          break;
        case Undo.warmAccount:
          this.warmIn[index] = word[at];
          break;
        case Undo.balance:
          copy(word, at, this.balance, index * LIMBS);
          break;
        case Undo.nonce:
          this.nonce[index] = toBigInt(word, at);
          break;
        case Undo.code:
          this.code[index] = word[at];
          break;
        case Undo.flags:
          this.flags[index] = word[at];
          break;
      }
    }
    this.journalLength = snapshot;
  }

  // ── transactions ────────────────────────────────────────────────────────

  /** Starts the next transaction: nothing is warm, transient storage is empty, current values become the original ones. */
  beginTransaction(): void {
    this.transaction++;
    this.transient.clear();
    this.slots.original.set(this.slots.current.subarray(0, this.slots.length * LIMBS));
    this.originalBalance.set(this.balance);
    this.originalNonce.set(this.nonce);
    this.originalCode.set(this.code);
    this.originalFlags.set(this.flags);
    this.journalLength = 0;
  }

  /**
   * Ends the transaction: destructed accounts go, and since Spurious Dragon
   * (EIP-161) touched accounts that are empty go as well.
   */
  endTransaction(clearEmpty: boolean): void {
    for (let account = 0 as AccountIndex; account < this.length; account++) {
      const flags = this.flags[account];
      if ((flags & (AccountFlag.touched | AccountFlag.destructed)) === 0) continue;
      if ((flags & AccountFlag.destructed) !== 0 || (clearEmpty && this.isEmpty(account))) this.erase(account);
      this.flags[account] &= ~(AccountFlag.touched | AccountFlag.created | AccountFlag.destructed);
    }
    this.journalLength = 0;
  }

  private erase(account: AccountIndex): void {
    const { slots } = this;
    this.balance.fill(0, account * LIMBS, account * LIMBS + LIMBS);
    this.nonce[account] = 0n;
    this.code[account] = 0;
    this.flags[account] = (this.flags[account] & ~AccountFlag.exists) | AccountFlag.storageComplete;
    if (!slots.has(account)) return;
    for (let slot = 0; slot < slots.length; slot++)
      if (slots.account[slot] === account) {
        slots.current.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
        slots.known[slot] = 1;
      }
  }

  private setFlags(account: AccountIndex, flags: number): void {
    if (this.flags[account] === flags) return;
    setNumber(scratch, 0, this.flags[account]);
    this.record(Undo.flags, account, scratch, 0);
    this.flags[account] = flags;
  }

  private record(kind: number, index: number, w: Limbs, a: number): void {
    const at = this.journalLength;
    if (at === this.journalKind.length) {
      const kinds = new Uint8Array(at * 2);
      kinds.set(this.journalKind);
      this.journalKind = kinds;
      const indexes = new Int32Array(at * 2);
      indexes.set(this.journalIndex);
      this.journalIndex = indexes;
      const words = new Uint32Array(at * 2 * LIMBS);
      words.set(this.journalWord);
      this.journalWord = words;
    }
    this.journalKind[at] = kind;
    this.journalIndex[at] = index;
    copy(w, a, this.journalWord, at * LIMBS);
    this.journalLength++;
  }

  private grow(): void {
    const size = this.flags.length * 2;
    const widen = <T extends Uint8Array | Int32Array | Uint32Array | BigUint64Array>(old: T, made: T): T => {
      made.set(old as never);
      return made;
    };
    this.address = widen(this.address, new Uint32Array(size * LIMBS));
    this.balance = widen(this.balance, new Uint32Array(size * LIMBS));
    this.nonce = widen(this.nonce, new BigUint64Array(size));
    this.code = widen(this.code, new Int32Array(size));
    this.flags = widen(this.flags, new Uint8Array(size));
    this.warmIn = widen(this.warmIn, new Uint32Array(size));
    this.originalBalance = widen(this.originalBalance, new Uint32Array(size * LIMBS));
    this.originalNonce = widen(this.originalNonce, new BigUint64Array(size));
    this.originalCode = widen(this.originalCode, new Int32Array(size));
    this.originalFlags = widen(this.originalFlags, new Uint8Array(size));
  }

  private rehash(): void {
    const buckets = new Int32Array(this.buckets.length * 2).fill(-1);
    const mask = buckets.length - 1;
    for (let account = 0; account < this.length; account++) {
      let hash = 0x811c9dc5;
      for (let i = 0; i < 5; i++)
        hash = Math.imul(hash ^ this.address[account * LIMBS + i], 0x85ebca6b) ^ (hash >>> 15);
      let at = (hash ^ (hash >>> 13)) & mask;
      while (buckets[at] >= 0) at = (at + 1) & mask;
      buckets[at] = account;
    }
    this.buckets = buckets;
  }
}

const scratch: Limbs = new Uint32Array(LIMBS);
const bytes32 = new Uint8Array(32);
