import type { BlockFields } from '../block-fields';

/** The state as the protocols of other chains see it: by address (20 bytes) and key, in whole numbers. */
export interface StateView {
  /** False where the account is to be fetched before it is read or written. */
  requireAccount(address: Uint8Array): boolean;
  /** False where the account or the slot is to be fetched before it is read or written. */
  requireSlot(address: Uint8Array, key: bigint): boolean;
  /** False where the hash of that block is to be fetched before `block` answers with it. */
  requireHash(block: Pick<BlockFields, 'blockHash'>, number: number): boolean;
  /** Wei. */
  balance(address: Uint8Array): bigint;
  slot(address: Uint8Array, key: bigint): bigint;
  code(address: Uint8Array): Uint8Array;
  setBalance(address: Uint8Array, wei: bigint): void;
  setSlot(address: Uint8Array, key: bigint, value: bigint): void;
}

/** While a transaction runs: with its events and what it reached, which are undone with the frame that is running. */
export interface RunningState extends StateView {
  /** Makes the account one that was reached before (EIP-2929). */
  warm(address: Uint8Array): void;
  /** Emits an event of the protocol's own, with at most four topics. */
  log(address: Uint8Array, topics: readonly bigint[], data: Uint8Array): void;
}

/** Moves wei from one account to another; false where it has less, and nothing moves. */
export function moveEther(state: StateView, from: Uint8Array, to: Uint8Array, wei: bigint): boolean {
  if (state.balance(from) < wei) return false;
  state.setBalance(from, state.balance(from) - wei);
  state.setBalance(to, state.balance(to) + wei);
  return true;
}
