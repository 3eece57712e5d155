/** Names of transaction types (EIP-2718): those of mainnet by their EIP, those of rollups as their nodes name them. */
const NAMES: Readonly<Record<number, string>> = {
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
  // Celo, by the proposals
  122: 'CIP-66',
  123: 'CIP-64',
  124: 'CIP-42',
  // Polygon (PIP-74)
  127: 'State sync',
  // ZKsync
  113: 'ZKsync EIP-712',
  255: 'ZKsync priority',
};

/** Returns the name of a transaction type, undefined for one that is not known. */
export function transactionTypeName(type: number): string | undefined {
  return NAMES[type];
}
