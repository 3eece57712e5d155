/** State that a run stopped for: on the chain of a test there is nothing but what the test made. */
import type { MissingState, State } from '../evm/state/state';

const EMPTY = new Uint8Array(0);

/** Supplies an account that does not exist. */
export function supplyNoAccount(state: State, address: Uint8Array): void {
  state.supplyAccount(address, { balance: new Uint32Array(8), nonce: 0n, code: EMPTY, exists: false }, true);
}

/** Supplies an account that does not exist, or a slot of zero; hashes of blocks are not supplied. */
export function supplyMissing(state: State, missing: MissingState): void {
  if (missing.kind === 'account') supplyNoAccount(state, missing.address);
  else if (missing.kind === 'slot')
    state.supplySlot(state.indexOfAddress(missing.address), missing.key, new Uint8Array(32));
}
