/**
 * Accounts and storage while transactions execute, as columns with a journal.
 *
 * Nothing is fetched here. What is not known yet is reported as missing before
 * anything changes, so the machine can stop at the instruction, the caller can
 * supply it, and execution goes on exactly where it stood. Every change is
 * journaled; `revertTo` undoes exactly, newest first.
 */

import { type Code, makeCode } from '../code';
import { isLoaded, type Library } from '../precompiles/libraries';
import {
  copy,
  equal,
  fromBigInt,
  fromBytes,
  isZero,
  LIMBS,
  type Limbs,
  setNumber,
  toBigInt,
  wordBytes,
} from '../words/words';
import { AccountFlag, AccountTable } from './account-table';
import { Journal, Undo } from './journal';
import type { OuterTransaction } from './outer-transaction';
import { type AccountIndex, accountIndex, type SlotIndex, SlotTable, slotIndex } from './slots';

/** What the machine needs before it can go on. Addresses and keys as bytes, big endian. */
export type Missing = MissingState | { kind: 'library'; library: Library };

export type MissingState =
  | { kind: 'account'; address: Uint8Array }
  | { kind: 'slot'; address: Uint8Array; key: Uint8Array }
  | { kind: 'blockHash'; number: number };

export class State extends AccountTable {
  slots = new SlotTable();
  /** Transient storage (EIP-1153), emptied at the start of each transaction. */
  transient = new SlotTable(16);
  codes: Code[] = [makeCode(new Uint8Array(0))];
  /** Number of the current transaction, from 1. */
  transaction = 0;
  /** Set while a transaction runs inside of another. */
  outer: OuterTransaction | undefined;
  missing: Missing | undefined;

  journal = new Journal();
  private codeByHash = new Map<string, number>();

  /** A state of its own, equal to this one. Codes are shared: they only ever grow. */
  copied(): State {
    const copy = new State();
    copy.take(this);
    return copy;
  }

  /** Makes this state equal to another, in columns of its own: as a copy, in the memory that this one has. */
  take(from: State): void {
    this.takeAccounts(from);
    this.slots.take(from.slots);
    this.transient.take(from.transient);
    this.codes = from.codes;
    this.codeByHash = from.codeByHash;
    this.transaction = from.transaction;
    this.outer = from.outer;
    this.missing = undefined;
    this.journal.take(from.journal);
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
    this.slots.empty(account);
    for (let slot = 0; slot < this.slots.length; slot++)
      if (this.slots.account[slot] === account) this.slots.original.fill(0, slot * LIMBS, slot * LIMBS + LIMBS);
  }

  /** Index of the code in `codes`, equal codes sharing one. */
  internCode(bytes: Uint8Array): number {
    if (bytes.length === 0) return 0;
    const own = OWN_CODES.get(bytes);
    const code = own ?? makeCode(bytes);
    const key = code.hash.join();
    const known = this.codeByHash.get(key);
    if (known !== undefined) return known;
    const kept = own ?? { ...code, bytes: bytes.slice() };
    OWN_CODES.set(kept.bytes, kept);
    this.codes.push(kept);
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
    const account = accountIndex(this.slots.account[slot]);
    if ((this.flags[account] & AccountFlag.storageComplete) !== 0) {
      this.slots.known[slot] = 1;
      return true;
    }
    const key = wordBytes(this.slots.keys, slot);
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
    return this.journal.length;
  }

  setSlot(slot: SlotIndex, w: Limbs, a: number): void {
    this.journal.record(Undo.slot, slot, this.slots.current, slot * LIMBS);
    copy(w, a, this.slots.current, slot * LIMBS);
  }

  setTransient(slot: SlotIndex, w: Limbs, a: number): void {
    this.journal.record(Undo.transient, slot, this.transient.current, slot * LIMBS);
    copy(w, a, this.transient.current, slot * LIMBS);
  }

  /** Makes the account warm (EIP-2929); returns whether it was cold. */
  warmAccount(account: AccountIndex): boolean {
    if (this.warmIn[account] === this.transaction) return false;
    setNumber(scratch, 0, this.warmIn[account]);
    this.journal.record(Undo.warmAccount, account, scratch, 0);
    this.warmIn[account] = this.transaction;
    return true;
  }

  /** Makes the slot warm (EIP-2929); returns whether it was cold. */
  warmSlot(slot: SlotIndex): boolean {
    if (this.slots.warmIn[slot] === this.transaction) return false;
    setNumber(scratch, 0, this.slots.warmIn[slot]);
    this.journal.record(Undo.warmSlot, slot, scratch, 0);
    this.slots.warmIn[slot] = this.transaction;
    return true;
  }

  setBalance(account: AccountIndex, w: Limbs, a: number): void {
    this.journal.record(Undo.balance, account, this.balance, account * LIMBS);
    copy(w, a, this.balance, account * LIMBS);
    this.touch(account);
  }

  setNonce(account: AccountIndex, nonce: bigint): void {
    fromBigInt(this.nonce[account], scratch, 0);
    this.journal.record(Undo.nonce, account, scratch, 0);
    this.nonce[account] = nonce;
    this.touch(account);
  }

  setCode(account: AccountIndex, bytes: Uint8Array): void {
    setNumber(scratch, 0, this.code[account]);
    this.journal.record(Undo.code, account, scratch, 0);
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
    const { journal } = this;
    const { word } = journal;
    for (let i = journal.length - 1; i >= snapshot; i--) {
      const index = journal.index[i];
      const at = i * LIMBS;
      switch (journal.kind[i]) {
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
          this.cooled?.add(accountIndex(index));
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
    journal.length = snapshot;
  }

  // ── transactions ────────────────────────────────────────────────────────

  /** Starts the next transaction: nothing is warm, transient storage is empty, current values become the original ones. */
  beginTransaction(): void {
    this.transaction++;
    this.outer = undefined;
    this.transient.clear();
    this.slots.original.set(this.slots.current.subarray(0, this.slots.length * LIMBS));
    this.originalBalance.set(this.balance);
    this.originalNonce.set(this.nonce);
    this.originalCode.set(this.code);
    this.originalFlags.set(this.flags);
    this.journal.length = 0;
  }

  /** Returns the accounts whose balance is not what it was when the transaction began. Linear in the accounts. */
  changedBalances(): AccountIndex[] {
    return changedWords(this.balance, this.originalBalance, this.length).map(accountIndex);
  }

  /** Returns the slots whose value is not what it was when the transaction began. Linear in the slots. */
  changedSlots(): SlotIndex[] {
    const { current, original, length } = this.slots;
    return changedWords(current, original, length).map(slotIndex);
  }

  /**
   * Ends the transaction: destructed accounts go, and since Spurious Dragon
   * (EIP-161) touched accounts that are empty go as well. `keepsBalance`: what
   * a destructed account has by then stays its own (EIP-8246).
   */
  endTransaction(clearEmpty: boolean, keepsBalance = false): void {
    for (let account = accountIndex(0); account < this.length; account++) {
      const flags = this.flags[account];
      if ((flags & (AccountFlag.touched | AccountFlag.destructed)) === 0) continue;
      if ((flags & AccountFlag.destructed) !== 0) this.erase(account, keepsBalance);
      else if (clearEmpty && this.isEmpty(account)) this.erase(account, false);
      this.flags[account] &= ~(AccountFlag.touched | AccountFlag.created | AccountFlag.destructed);
    }
    this.journal.length = 0;
  }

  /** Ends what a transaction inside of another destructed, and returns the accounts that count as created no more. */
  endMade(): AccountIndex[] {
    const made: AccountIndex[] = [];
    for (let account = accountIndex(0); account < this.length; account++) {
      if (this.isDestructed(account)) this.erase(account, false);
      else if (this.isCreated(account)) made.push(account);
      else continue;
      this.flags[account] &= ~(AccountFlag.created | AccountFlag.destructed);
    }
    return made;
  }

  private erase(account: AccountIndex, keepsBalance: boolean): void {
    const stays = keepsBalance && !isZero(this.balance, account * LIMBS);
    this.balance.fill(0, account * LIMBS, account * LIMBS + (stays ? 0 : LIMBS));
    this.nonce[account] = 0n;
    this.code[account] = 0;
    this.flags[account] |= AccountFlag.storageComplete;
    if (!stays) this.flags[account] &= ~AccountFlag.exists;
    this.slots.empty(account);
  }

  private setFlags(account: AccountIndex, flags: number): void {
    if (this.flags[account] === flags) return;
    setNumber(scratch, 0, this.flags[account]);
    this.journal.record(Undo.flags, account, scratch, 0);
    this.flags[account] = flags;
  }
}

const scratch: Limbs = new Uint32Array(LIMBS);

/**
 * Codes by the copies that states made of their bytes, which nobody changes: a witness hands them on, and a transaction is
 * executed some ten times on one. To hash them took half of all hashing.
 */
const OWN_CODES = new WeakMap<Uint8Array, Code>();

/** The places of the words, of the first `count`, that are not what they were. */
function changedWords(now: Limbs, before: Limbs, count: number): number[] {
  const changed: number[] = [];
  for (let word = 0; word < count; word++) if (!equal(now, word * LIMBS, before, word * LIMBS)) changed.push(word);
  return changed;
}
