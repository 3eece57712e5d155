/** What accounts are to hold instead of what the chain says, laid over a state before anything runs on it. */

import { hexToBytes } from '../chain/hex';
import type { Address, Hash, Hex } from '../chain/primitives';
import type { State } from '../evm/state/state';
import { fromBigInt, LIMBS } from '../evm/words/words';

/** What an account is to hold instead. `state` replaces all of its storage, `stateDiff` single slots; not both. Wei. */
export type AccountOverride = {
  balance?: bigint;
  nonce?: number;
  code?: Hex;
  state?: Readonly<Record<Hash, Hash>>;
  stateDiff?: Readonly<Record<Hash, Hash>>;
};

export type AccountOverrides = Readonly<Record<Address, AccountOverride>>;

/** An account, lower case, and what it is to hold instead. */
export type Overlay = { address: Address; override: AccountOverride };

/** Returns the overrides in a list; addresses in lower case. */
export function overlaysOf(accounts: AccountOverrides = {}): Overlay[] {
  return Object.entries(accounts).map(([address, override]) => ({
    address: address.toLowerCase() as Address,
    override,
  }));
}

/** Returns a sentence on overrides that contradict each other; undefined where none do. */
export function contradictionIn(accounts: AccountOverrides = {}): string | undefined {
  for (const [address, { state, stateDiff }] of Object.entries(accounts))
    if (state !== undefined && stateDiff !== undefined)
      return `The storage of ${address} cannot be both replaced and changed.`;
  return undefined;
}

/** Lays the override over an account that is known, between two transactions. Linear in the slots known where `state` is given. */
export function layOver(state: State, { address, override }: Overlay): void {
  const { balance, nonce, code, state: all, stateDiff } = override;
  const account = state.indexOfAddress(hexToBytes(address));
  const word = state.balance.slice(account * LIMBS, account * LIMBS + LIMBS);
  if (balance !== undefined) fromBigInt(balance, word, 0);
  const values = {
    balance: word,
    nonce: nonce === undefined ? (state.nonce[account] as bigint) : BigInt(nonce),
    code: code === undefined ? state.codes[state.code[account]].bytes : hexToBytes(code),
  };
  const isThere = values.nonce !== 0n || values.code.length > 0 || word.some((limb) => limb !== 0);
  if (all !== undefined) state.forgetStorage(account);
  state.supplyAccount(hexToBytes(address), { ...values, exists: isThere }, all !== undefined);
  for (const [key, value] of Object.entries(all ?? stateDiff ?? {}))
    state.supplySlot(account, hexToBytes(key as Hex), hexToBytes(value as Hex));
}
