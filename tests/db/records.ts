/** One record of each table, small and valid, for the tests of the database. */
import type { Address, Hash, NetworkId, Selector } from '../../src/core/chain/primitives';
import type { BlockSummary, TransactionSummary } from '../../src/core/chain/summaries';
import type { Log } from '../../src/core/chain/transaction';
import type { ContractKnowledge } from '../../src/core/contract/knowledge';
import type { ArtifactRow } from '../../src/db/rows/artifact-row';
import type { ArtifactSourceRow } from '../../src/db/rows/artifact-source-row';
import type { KeptBlock } from '../../src/db/rows/block-row';
import type { LabelRow } from '../../src/db/rows/label-row';
import type { KeptTrace } from '../../src/db/rows/trace-row';
import type { KeptTransaction } from '../../src/db/rows/transaction-row';
import type { VisitRow } from '../../src/db/rows/visit-row';

export const network = 31337 as NetworkId;

/** 0x and `digit` repeated. */
export function hash(digit: string): Hash {
  return `0x${digit.repeat(64)}` as Hash;
}
export function address(digit: string): Address {
  return `0x${digit.repeat(40)}` as Address;
}

/** `digit` from 1 to 9: its hash, and one more than its index in block 12. */
export function transactionRow(digit: string): KeptTransaction {
  return {
    networkId: network,
    hash: hash(digit),
    fetchedAt: 1_700_000_000_000,
    transaction: {
      networkId: network,
      hash: hash(digit),
      type: 2,
      from: address('a'),
      to: address('b'),
      nonce: 7,
      value: 10n ** 18n,
      input: '0xa9059cbb',
      gas: 60_000,
      accessList: [],
      maxFeePerGas: 2_000_000_000n,
      blockHash: hash('e'),
      blockNumber: 12,
      index: Number(digit) - 1,
    },
    receipt: {
      networkId: network,
      transactionHash: hash(digit),
      blockHash: hash('e'),
      blockNumber: 12,
      index: Number(digit) - 1,
      from: address('a'),
      to: address('b'),
      status: 'success',
      gasUsed: 51_689,
      cumulativeGasUsed: 51_689,
      logCount: 1,
    },
  };
}

/** The logs of its receipt. */
export const receiptLogs: readonly Log[] = [{ address: address('b'), topics: [hash('d')], data: '0x', logIndex: 0 }];

export const blockRow: KeptBlock = {
  networkId: network,
  hash: hash('e'),
  number: 12,
  fetchedAt: 1_700_000_000_000,
  block: {
    networkId: network,
    hash: hash('e'),
    number: 12,
    parentHash: hash('f'),
    timestamp: 1_700_000_000,
    miner: address('0'),
    gasUsed: 51_689,
    gasLimit: 30_000_000,
    baseFeePerGas: 7n,
    transactions: [hash('1')],
  },
};

/** The block as a list shows it. */
export const blockSummary: BlockSummary = {
  networkId: network,
  number: 12,
  hash: hash('e'),
  parentHash: hash('f'),
  timestamp: 1_700_000_000,
  miner: address('0'),
  transactionCount: 1,
  gasUsed: 51_689,
  gasLimit: 30_000_000,
  baseFeePerGas: 7n,
};

/** The first transaction as a list shows it. */
export const transactionSummary: TransactionSummary = {
  networkId: network,
  hash: hash('1'),
  blockHash: hash('e'),
  blockNumber: 12,
  index: 0,
  timestamp: 1_700_000_000,
  from: address('a'),
  to: address('b'),
  value: 10n ** 18n,
  selector: '0xa9059cbb' as Selector,
  gas: 60_000,
  gasUsed: 51_689,
  status: 'success',
};

export function traceRow(digit: string, bytes = 3): KeptTrace {
  return {
    networkId: network,
    hash: hash(digit),
    blockHash: hash('e'),
    bytes: new Uint8Array(bytes).fill(5).buffer,
    source: 'callTracer',
  };
}

export const contract: ContractKnowledge = {
  networkId: network,
  address: address('b'),
  name: { text: 'Token', origin: 'buildOutput' },
  abi: [{ type: 'error', name: 'Paused', inputs: [] }],
  abiOrigin: 'buildOutput',
  fetchedAt: -1,
};

export const artifactRow: ArtifactRow = {
  id: `${hash('9')}:0`,
  name: 'Token',
  fileName: 'Token.sol',
  importedFrom: 'devnet.json',
  importedAt: 1_700_000_000_000,
  abi: contract.abi,
  runtimeBytecode: '0x6000',
  creationBytecode: '0x6001',
  holes: [{ start: 1, length: 1 }],
  sources: { 'Token.sol': `${hash('9')}:0` },
};

export const sourceRow: ArtifactSourceRow = { id: `${hash('9')}:0`, text: 'contract Token {}' };

export function visitRow(digit: string, visitedAt: number): VisitRow {
  return { networkId: network, hash: hash(digit), visitedAt, title: 'Token.transfer', status: 'success' };
}

export const labelRow: LabelRow = {
  networkId: network,
  address: address('c'),
  name: 'Treasury',
  changedAt: 1_700_000_000_000,
};
