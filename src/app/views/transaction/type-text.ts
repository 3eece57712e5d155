import type { Transaction } from '../../../core/chain/transaction';
import { transactionTypeName } from '../../../core/chain/transaction-type';

/** The type of deposits on the OP Stack. Scroll and Berachain have other transactions under it, without a source hash. */
const DEPOSIT = 0x7e;

/**
 * Returns `2 · EIP-1559`; `107 (0x6b)` for a type without a name. `pseudo`: what the protocol made it as, which names a
 * type that several chains have.
 */
export function typeLabel({ type, rollup }: { type: number; rollup?: Transaction['rollup'] }, pseudo?: string): string {
  const name = type === DEPOSIT && rollup?.sourceHash === undefined ? pseudo : (transactionTypeName(type) ?? pseudo);
  return name === undefined ? `${type} (0x${type.toString(16)})` : `${type} · ${name}`;
}
