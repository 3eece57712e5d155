/** The demo chain written down and signed: all that is needed to play it to a node. Kept as JSON. */
import type { Hex } from 'viem';
import type { TransactionName } from './names';

/** One block to be mined. */
export type RecordedBlock = {
  /** Unix seconds. */
  timestamp: number;
  gasLimit: Hex;
  /** Signed, in order. */
  transactions: Hex[];
  /** Names of those that have one. */
  names: TransactionName[];
};

export type RecordedChain = {
  blocks: RecordedBlock[];
  /** Name of a transaction to its hash. */
  transactions: Record<string, Hex>;
  /** Label of a contract to its address. */
  contracts: Record<string, Hex>;
  /** Address of an ordinary account to its label. */
  accounts: Record<Hex, string>;
  /** A signed blob transaction with a wrong proof, which every node refuses. */
  refusedBlob: Hex;
};
