/** Names of transaction types (EIP-2718): those of mainnet after spec §3, those of rollups after their nodes. */
const LABELS: Readonly<Record<number, string>> = {
  0: 'Legacy',
  1: 'EIP-2930',
  2: 'EIP-1559',
  3: 'EIP-4844',
  4: 'EIP-7702',
  // Arbitrum Nitro
  100: 'Arbitrum deposit',
  101: 'Arbitrum unsigned',
  102: 'Arbitrum contract',
  104: 'Arbitrum retry',
  105: 'Arbitrum submit retryable',
  106: 'Arbitrum internal',
  120: 'Arbitrum legacy',
  // OP Stack specification, Deposits
  126: 'Deposit',
  // ZKsync
  113: 'ZKsync EIP-712',
  255: 'ZKsync priority',
};

/** The label of a type, `Type 0x..` for one that is not known. */
export function transactionTypeLabel(type: number): string {
  return LABELS[type] ?? `Type 0x${type.toString(16).padStart(2, '0')}`;
}
