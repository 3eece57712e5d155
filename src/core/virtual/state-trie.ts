/** The state trie of a chain whose whole state is known (yellow paper §4.1), kept from block to block. */

import { hexToBytes } from '../chain/hex';
import type { Hash, Hex } from '../chain/primitives';
import { type AccountIndex, accountIndex, type SlotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { isZero, LIMBS, toBigInt, wordBytes } from '../evm/words/words';
import { EMPTY_TRIE_ROOT } from '../proof/trie';
import { MutableTrie } from './mutable-trie';
import { rlpBytes, rlpInteger, rlpList } from './rlp-bytes';

export class StateTrie {
  private readonly accounts = new MutableTrie();
  private readonly storages = new Map<AccountIndex, MutableTrie>();
  private readonly changedAccounts = new Set<AccountIndex>();
  private readonly changedSlots = new Set<SlotIndex>();

  constructor(private readonly state: State) {}

  /** Notes that the account may be another than it was. */
  noteAccount(account: AccountIndex): void {
    this.changedAccounts.add(account);
  }

  noteSlot(slot: SlotIndex): void {
    this.changedSlots.add(slot);
    this.changedAccounts.add(accountIndex(this.state.slots.account[slot]));
  }

  /** Takes in the whole state. */
  noteAll(): void {
    for (let account = 0; account < this.state.length; account++) this.noteAccount(accountIndex(account));
    for (let slot = 0; slot < this.state.slots.length; slot++) this.noteSlot(slot as SlotIndex);
  }

  /** The root of the state as it is now. Linear in what was noted since the last time. */
  root(): Hash {
    this.catchUp();
    return this.accounts.root;
  }

  /** Returns the proof that eth_getProof states, keys of 32 bytes. */
  prove(
    address: Uint8Array,
    keys: readonly Uint8Array[],
  ): { storageHash: Hash; accountProof: readonly Hex[]; storageProofs: readonly (readonly Hex[])[] } {
    this.catchUp();
    const storage = this.storages.get(this.state.indexOfAddress(address));
    return {
      storageHash: storage?.root ?? EMPTY_TRIE_ROOT,
      accountProof: this.accounts.prove(address),
      storageProofs: keys.map((key) => storage?.prove(key) ?? []),
    };
  }

  private catchUp(): void {
    for (const slot of this.changedSlots) this.takeSlot(slot);
    for (const account of this.changedAccounts) this.takeAccount(account);
    this.changedSlots.clear();
    this.changedAccounts.clear();
  }

  private takeSlot(slot: SlotIndex): void {
    const { slots } = this.state;
    const account = accountIndex(slots.account[slot]);
    let storage = this.storages.get(account);
    if (isZero(slots.current, slot * LIMBS)) {
      storage?.delete(wordBytes(slots.keys, slot));
      return;
    }
    if (storage === undefined) {
      storage = new MutableTrie();
      this.storages.set(account, storage);
    }
    storage.set(wordBytes(slots.keys, slot), rlpInteger(toBigInt(slots.current, slot * LIMBS)));
  }

  private takeAccount(account: AccountIndex): void {
    const { state } = this;
    const address = state.addressBytes(account);
    if (!state.exists(account)) {
      this.accounts.delete(address);
      return;
    }
    const storageRoot = this.storages.get(account)?.root ?? EMPTY_TRIE_ROOT;
    const value = rlpList([
      rlpInteger(state.nonce[account]),
      rlpInteger(toBigInt(state.balance, account * LIMBS)),
      rlpBytes(hexToBytes(storageRoot)),
      rlpBytes(wordBytes(state.codes[state.code[account]].hash, 0)),
    ]);
    this.accounts.set(address, value);
  }
}
