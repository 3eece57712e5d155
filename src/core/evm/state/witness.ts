/**
 * All that an execution read of the state, as it stood at the start of the
 * transaction: enough to execute it again without asking anybody.
 */
import { assert } from '../../values/assert';
import { fromBytes, isZero, LIMBS, type Limbs, toBytes, wordBytes } from '../words/words';
import { accountIndex } from './slots';
import { State } from './state';

/** Plain data that structured cloning carries. Numbers that are no index are bytes, big endian. */
export type Witness = {
  accounts: readonly WitnessAccount[];
  /** Bytecodes that accounts share; the first is empty. */
  codes: readonly Uint8Array[];
  /** Hashes of earlier blocks that BLOCKHASH found, and the parent's. */
  hashes: readonly { number: number; hash: Uint8Array }[];
};

export type WitnessAccount = {
  /** 20 bytes. */
  address: Uint8Array;
  /** 32 bytes. */
  balance: Uint8Array;
  nonce: bigint;
  /** Index into the codes. */
  code: number;
  exists: boolean;
  /** Slots that hold something, key and value of 32 bytes each, one after the other. Every other slot is zero. */
  storage: Uint8Array;
};

/** Returns the witness of the transaction that `state` executed last. Linear in what is known. */
export function takeWitness(state: State, hashes: ReadonlyMap<number, Uint8Array>): Witness {
  const { slots } = state;
  const slotsOf = new Map<number, number[]>();
  for (let slot = 0; slot < slots.length; slot++) {
    if (slots.known[slot] === 0 || isZero(slots.original, slot * LIMBS)) continue;
    const account = slots.account[slot];
    const list = slotsOf.get(account);
    if (list) list.push(slot);
    else slotsOf.set(account, [slot]);
  }
  const codes: Uint8Array[] = [new Uint8Array(0)];
  const places = new Map<number, number>([[0, 0]]);
  const place = (code: number) => {
    const known = places.get(code);
    if (known !== undefined) return known;
    places.set(code, codes.length);
    return codes.push(state.codes[code].bytes) - 1;
  };
  const accounts: WitnessAccount[] = [];
  for (let account = accountIndex(0); account < state.length; account++) {
    if (!state.isKnown(account)) continue;
    const list = slotsOf.get(account) ?? [];
    const storage = new Uint8Array(list.length * 64);
    for (const [i, slot] of list.entries()) {
      toBytes(slots.keys, slot * LIMBS, storage, i * 64);
      toBytes(slots.original, slot * LIMBS, storage, i * 64 + 32);
    }
    accounts.push({
      address: state.addressBytes(account),
      balance: wordBytes(state.originalBalance, account),
      nonce: state.originalNonce[account],
      code: place(state.originalCode[account]),
      exists: state.wasThere(account),
      storage,
    });
  }
  return { accounts, codes, hashes: Array.from(hashes, ([number, hash]) => ({ number, hash })) };
}

/** Returns the slots that the transaction that `state` executed last found to be zero; addresses of 20 bytes, keys of 32. A witness leaves them out. */
export function slotsFoundEmpty(state: State): { address: Uint8Array; key: Uint8Array }[] {
  const { slots } = state;
  const empty: { address: Uint8Array; key: Uint8Array }[] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    if (slots.known[slot] === 0 || !isZero(slots.original, slot * LIMBS)) continue;
    const key = new Uint8Array(32);
    toBytes(slots.keys, slot * LIMBS, key, 0);
    empty.push({ address: state.addressBytes(accountIndex(slots.account[slot])), key });
  }
  return empty;
}

/** Creates a state that holds the witness. What is not in it is empty or zero, or, unless the storage is complete, missing. */
export function stateOf({ accounts, codes }: Witness, storageComplete = true): State {
  const state = new State();
  for (const { address, balance, nonce, code, exists, storage } of accounts) {
    const bytes = codes[code];
    assert(bytes, `the witness has no code ${code}`);
    const account = state.supplyAccount(
      address,
      { balance: wordOf(balance), nonce, code: bytes, exists },
      storageComplete,
    );
    for (let at = 0; at < storage.length; at += 64)
      state.supplySlot(account, storage.subarray(at, at + 32), storage.subarray(at + 32, at + 64));
  }
  return state;
}

function wordOf(bytes: Uint8Array): Limbs {
  const word = new Uint32Array(LIMBS);
  fromBytes(bytes, 0, 32, word, 0);
  return word;
}
