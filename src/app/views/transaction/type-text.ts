import { transactionTypeName } from '../../../core/chain/transaction-type';

/** Returns `2 · EIP-1559`; `107 (0x6b)` for a type without a name. */
export function typeLabel(type: number): string {
  const name = transactionTypeName(type);
  return name === undefined ? `${type} (0x${type.toString(16)})` : `${type} · ${name}`;
}
