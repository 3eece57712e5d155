/** The state that a transaction needs before it runs. */
import type { BlockEnvironment } from '../environment';
import { createAddress } from '../frames/start-create';
import { isLoaded } from '../precompiles/libraries';
import { precompileIn } from '../precompiles/table';
import type { AccountIndex } from '../state/slots';
import type { State } from '../state/state';
import { ViewedState } from '../state/view';
import { authorityOf } from './authorizations';
import type { TransactionInput } from './transaction-input';

/**
 * Returns the accounts that are needed for certain, to fetch them at once before running; signers of authorisations
 * only where the library `secp256k1` is loaded.
 */
export function firstNeeds(transaction: TransactionInput, block: BlockEnvironment): Uint8Array[] {
  return [
    transaction.from,
    block.coinbase,
    ...(block.protocol?.accounts ?? []),
    ...(transaction.to ? [transaction.to] : [createAddress(transaction.from, transaction.nonce)]),
    ...transaction.accessList.map((entry) => entry.address),
    ...(isLoaded('secp256k1') ? transaction.authorizationList.flatMap((entry) => authorityOf(entry) ?? []) : []),
  ];
}

type Needs = {
  state: State;
  block: BlockEnvironment;
  transaction: TransactionInput;
  sender: AccountIndex;
  coinbase: AccountIndex;
  target: AccountIndex;
  /** Signers of the authorisations. */
  authorities: readonly (AccountIndex | undefined)[];
  /** Account whose code the recipient has designated (EIP-7702). */
  delegate: AccountIndex | undefined;
};

/** Requires all that is needed before the first frame; returns false where some is missing, which the state names then. */
export function requireNeeds({ state, block, transaction, authorities, ...accounts }: Needs): boolean {
  const { sender, coinbase, target, delegate } = accounts;
  const precompile = transaction.to && precompileIn(block, state.address, target << 3);
  return (
    state.requireLibrary(precompile?.library) &&
    state.requireAccount(sender) &&
    state.requireAccount(coinbase) &&
    state.requireAccount(target) &&
    (transaction.mintedFrom === undefined || state.requireAccount(state.indexOfAddress(transaction.mintedFrom))) &&
    (block.protocol?.require?.(new ViewedState(state), transaction, block) ?? true) &&
    (precompile?.require?.(new ViewedState(state), transaction.data, transaction.from, block) ?? true) &&
    authorities.every((authority) => authority === undefined || state.requireAccount(authority)) &&
    // An authorisation may also set the delegation of the target itself.
    transaction.authorizationList.every((entry) => state.requireAccount(state.indexOfAddress(entry.address))) &&
    (delegate === undefined || state.requireAccount(delegate))
  );
}
