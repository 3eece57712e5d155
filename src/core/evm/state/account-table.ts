/**
 * Accounts, found by address: an open-addressing hash table over columns, so
 * that looking one up neither allocates nor makes a string.
 */

import { fromBytes, LIMBS, type Limbs, toBytes } from '../words/words';
import { columnLike, widened } from './column';
import { type AccountIndex, accountIndex } from './slots';

export const AccountFlag = {
  known: 1,
  /** The account is in the state trie; before EIP-161 an empty account can be. */
  exists: 2,
  /** Made by the current transaction (EIP-6780). */
  created: 4,
  destructed: 8,
  /** Touched by the current transaction (EIP-161). */
  touched: 16,
  /** Every slot not listed is zero: a new account, or all of its storage was given. */
  storageComplete: 32,
} as const;

export class AccountTable {
  length = 0;
  /** The address as a word: limbs 5 to 7 are zero. */
  address: Limbs = new Uint32Array(64 * LIMBS);
  balance: Limbs = new Uint32Array(64 * LIMBS);
  nonce = new BigUint64Array(64);
  code = new Int32Array(64); // index into codes
  flags = new Uint8Array(64);
  warmIn = new Uint32Array(64); // number of the transaction that made it warm
  /** Balances at the start of the transaction, or as they were supplied during it; likewise the next three columns. */
  originalBalance: Limbs = new Uint32Array(64 * LIMBS);
  originalNonce = new BigUint64Array(64);
  originalCode = new Int32Array(64); // index into codes
  originalFlags = new Uint8Array(64);
  /** Where it is set, takes the accounts that were warm and are cold again because what reached them was undone. */
  cooled: Set<AccountIndex> | undefined;
  private buckets = new Int32Array(256).fill(-1);

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
        return accountIndex(account);
      at = (at + 1) & mask;
    }
    if (this.length === this.flags.length) this.grow();
    const account = this.length++;
    const k = account * LIMBS;
    for (let i = 0; i < 5; i++) this.address[k + i] = w[a + i];
    this.buckets[at] = account;
    if (this.length * 2 > this.buckets.length) this.rehash();
    return accountIndex(account);
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

  /** Makes this table hold the accounts of another, in columns of its own. */
  protected takeAccounts(from: AccountTable): void {
    this.length = from.length;
    this.address = columnLike(this.address, from.address);
    this.balance = columnLike(this.balance, from.balance);
    this.nonce = columnLike(this.nonce, from.nonce);
    this.code = columnLike(this.code, from.code);
    this.flags = columnLike(this.flags, from.flags);
    this.warmIn = columnLike(this.warmIn, from.warmIn);
    this.originalBalance = columnLike(this.originalBalance, from.originalBalance);
    this.originalNonce = columnLike(this.originalNonce, from.originalNonce);
    this.originalCode = columnLike(this.originalCode, from.originalCode);
    this.originalFlags = columnLike(this.originalFlags, from.originalFlags);
    this.buckets = columnLike(this.buckets, from.buckets);
  }

  private grow(): void {
    const size = this.flags.length * 2;
    this.address = widened(this.address, new Uint32Array(size * LIMBS));
    this.balance = widened(this.balance, new Uint32Array(size * LIMBS));
    this.nonce = widened(this.nonce, new BigUint64Array(size));
    this.code = widened(this.code, new Int32Array(size));
    this.flags = widened(this.flags, new Uint8Array(size));
    this.warmIn = widened(this.warmIn, new Uint32Array(size));
    this.originalBalance = widened(this.originalBalance, new Uint32Array(size * LIMBS));
    this.originalNonce = widened(this.originalNonce, new BigUint64Array(size));
    this.originalCode = widened(this.originalCode, new Int32Array(size));
    this.originalFlags = widened(this.originalFlags, new Uint8Array(size));
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
