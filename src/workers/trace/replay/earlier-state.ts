/** States that go on from what an earlier execution read. They are loaded where something is executed on it once more. */
import { bytesToAddress } from '../../../core/chain/hex';
import type { State } from '../../../core/evm/state/state';
import { stateOf, type Witness } from '../../../core/evm/state/witness';
import type { Rpc } from '../../../net/rpc/rpc';
import { addKnown, fetchedAsNeeded, hashesOf, hashNotKept, type LazyState, type ReplayState } from './replay-state';

const ZERO = new Uint8Array(32);

/** What an earlier execution read: its witness, and the slots that it found to be zero. */
type EarlierReads = { witness: Witness; empty: readonly { address: Uint8Array; key: Uint8Array }[] };

/**
 * Returns the state that an earlier execution read. Calls `onBeyond` when something else is read: whether that is empty
 * or zero, as it is here, is not known.
 */
export function watchedState(earlier: EarlierReads, onBeyond: () => void): ReplayState {
  const state = stateBefore(earlier);
  return {
    state,
    hashes: hashesOf(earlier.witness),
    async supply(missing) {
      if (missing.kind === 'blockHash') return hashNotKept(missing.number);
      onBeyond();
      const address = bytesToAddress(missing.address);
      if (missing.kind === 'slot') state.supplySlot(state.indexOfAddress(missing.address), missing.key, ZERO);
      else addKnown(state, { accounts: [{ address, balance: 0n, nonce: 0, code: '0x' }], slots: [] }, true);
      return undefined;
    },
  };
}

/**
 * Returns the state that an earlier execution began with: its witness, and the
 * slots that it found to be zero. What it did not read is fetched as of block
 * `at`. Calls `onFetched` with the number of accounts and slots fetched so far.
 */
export function continuedState(
  rpc: Rpc,
  at: number,
  signal: AbortSignal,
  onFetched: (known: number) => void,
  { witness, empty }: EarlierReads,
): LazyState {
  const state = stateBefore({ witness, empty });
  const hashes = hashesOf(witness);
  const accounts = new Set(witness.accounts.map(({ address }) => bytesToAddress(address)));
  return fetchedAsNeeded(rpc, at, signal, onFetched, state, hashes, accounts);
}

function stateBefore({ witness, empty }: EarlierReads): State {
  const state = stateOf(witness, false);
  for (const { address, key } of empty) state.supplySlot(state.indexOfAddress(address), key, ZERO);
  return state;
}
