/**
 * Where a state comes from that is not known yet: from the parent of a fork,
 * after the block it was forked at, or from nowhere, when everything that was
 * not set is empty.
 */

import { bytesToAddress, bytesToHash, hexToBytes } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import { loadLibrary } from '../evm/precompiles/libraries';
import { Stop } from '../evm/run';
import { type AccountIndex, accountIndex, type SlotIndex } from '../evm/state/slots';
import type { State } from '../evm/state/state';
import { fromBytes, LIMBS, limbsOf } from '../evm/words/words';

/** A parent as a fork reads it: always after the same block. There is no way to send it anything. */
export type StateSource = {
  account(address: Address): Promise<{ balance: bigint; nonce: number; code: Hex }>;
  slot(address: Address, key: Hash): Promise<Hash>;
  blockHash(number: number): Promise<Hash>;
};

const NOBODY = { balance: new Uint32Array(LIMBS), nonce: 0n, code: new Uint8Array(0), exists: false };

/** Supplies states from one source, each thing asked once however many states want it. */
export class StateSupplier {
  private readonly accounts = new Map<Address, ReturnType<StateSource['account']>>();
  private readonly slots = new Map<string, Promise<Hash>>();
  /** Hashes of blocks by number, for BLOCKHASH: those of the network's own blocks are set by it. */
  readonly hashes = new Map<number, Uint8Array>();

  constructor(private readonly source: StateSource | undefined) {}

  /** Supplies what the state misses. Undefined when it is there already. */
  supply(state: State): Promise<void> | undefined {
    const { missing } = state;
    if (missing === undefined) return undefined;
    switch (missing.kind) {
      case 'library':
        return loadLibrary(missing.library);
      case 'account':
        return this.supplyAccount(state, missing.address);
      case 'slot':
        return this.supplySlot(state, missing.address, missing.key);
      case 'blockHash':
        return this.supplyHash(missing.number);
    }
  }

  /** Makes sure the account is known. */
  supplyAccount(state: State, address: Uint8Array): Promise<void> | undefined {
    if (state.isKnown(state.indexOfAddress(address))) return undefined;
    if (this.source === undefined) {
      state.supplyAccount(address, NOBODY, true);
      return undefined;
    }
    return this.askAccount(bytesToAddress(address)).then(({ balance, nonce, code }) => {
      const exists = balance > 0n || nonce > 0 || code !== '0x';
      const given = { balance: limbsOf(balance), nonce: BigInt(nonce), code: hexToBytes(code), exists };
      // An account that is empty holds nothing: it cannot have made anything.
      state.supplyAccount(address, given, !exists);
    });
  }

  private supplySlot(state: State, address: Uint8Array, key: Uint8Array): Promise<void> | undefined {
    const account = state.indexOfAddress(address);
    if (this.source === undefined) {
      state.supplySlot(account, key, new Uint8Array(32));
      return undefined;
    }
    return this.askSlot(bytesToAddress(address), bytesToHash(key)).then((value) =>
      state.supplySlot(account, key, hexToBytes(value)),
    );
  }

  /** Makes sure the slot is known, of an account that is; returns its place. */
  async knowSlot(state: State, account: AccountIndex, key: Uint8Array): Promise<SlotIndex> {
    const word = new Uint32Array(LIMBS);
    fromBytes(key, 0, 32, word, 0);
    const slot = state.slots.indexOf(account, word, 0);
    if (!state.requireSlot(slot)) await this.supplySlot(state, state.addressBytes(account), key);
    return slot;
  }

  private supplyHash(number: number): Promise<void> | undefined {
    if (this.source === undefined) {
      this.hashes.set(number, new Uint8Array(32));
      return undefined;
    }
    return this.source.blockHash(number).then((hash) => {
      this.hashes.set(number, hexToBytes(hash));
    });
  }

  private askAccount(address: Address): ReturnType<StateSource['account']> {
    return remembered(this.accounts, address, () => (this.source as StateSource).account(address));
  }

  private askSlot(address: Address, key: Hash): Promise<Hash> {
    return remembered(this.slots, `${address}${key}`, () => (this.source as StateSource).slot(address, key));
  }
}

/** The answer in `answers`, or a new one, which is forgotten when it fails. */
function remembered<K, T>(answers: Map<K, Promise<T>>, key: K, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** Runs to the end, supplying what is missing on the way. */
export async function runSupplied(
  runner: { run(budget: number): Stop },
  state: State,
  supplier: StateSupplier,
): Promise<void> {
  for (;;) {
    const stop = runner.run(BUDGET);
    if (stop === Stop.done) return;
    const waiting = stop === Stop.missing ? supplier.supply(state) : nextTurn();
    if (waiting) await waiting;
  }
}

/** Steps until others may run: some tens of milliseconds. */
const BUDGET = 1_000_000;

function nextTurn(): Promise<void> {
  return Promise.resolve();
}

/** Makes sure the account is known and returns its index. */
export async function knownAccount(state: State, supplier: StateSupplier, address: Uint8Array) {
  const waiting = supplier.supplyAccount(state, address);
  if (waiting) await waiting;
  return accountIndex(state.indexOfAddress(address));
}
