/**
 * What public recordings hold of one chain: answers by their very request, and
 * transactions with whatever was recorded of each, by whichever method. A
 * transaction found inside a recorded block counts.
 *
 * Traces are many and large, so only where they lie is kept, and they are read
 * from their file when they are asked for.
 */
import type { Format } from '../traces/recorded';

export type Json = Record<string, unknown>;

export type TraceRecording = {
  /** File and place in it. */
  name: string;
  /** The body a node would answer for this transaction alone: `{ result }` or `{ error }`. */
  read(): Json;
  /** What the request left out, in order of how much is missed: 0 nothing. */
  leavesOut: number;
};

/** A transfer of the chain's currency inside a transaction, as explorers and `ots_getInternalOperations` list them. */
export type InternalTransfer = {
  type: 'call' | 'create' | 'selfdestruct';
  from: string;
  to: string;
  /** Wei. */
  value: bigint;
};

export type RecordedTransaction = {
  hash: string;
  /** The answer to eth_getTransactionByHash. */
  transaction?: Json;
  /** The answer to eth_getTransactionReceipt. */
  receipt?: Json;
  traces: Map<Format, TraceRecording>;
  /** Fields of the block, where it is known from a trace alone. */
  blockHash?: string;
  blockNumber?: string;
  index?: string;
  internal?: { name: string; transfers: readonly InternalTransfer[] };
  /** Revert data, from ots_getTransactionError; `0x` when there is none. */
  revertData?: string;
};

export class Recordings {
  readonly transactions = new Map<string, RecordedTransaction>();
  /** Blocks by hash and by number as quantity, with hashes or whole transactions, as recorded. */
  readonly blocks = new Map<string, Json>();
  /** Answer bodies by the text of their request. */
  readonly exact = new Map<string, () => Json>();

  constructor(
    /** `mainnet`, or the id where no name is recorded. */
    readonly chain: string,
    readonly networkId: number,
  ) {}

  of(hash: string): RecordedTransaction {
    const key = hash.toLowerCase();
    const known = this.transactions.get(key) ?? { hash: key, traces: new Map() };
    this.transactions.set(key, known);
    return known;
  }

  /** A mined one is worth more than a pending one, and the first of each is as good as another. */
  addTransaction(transaction: Json): void {
    const known = this.of(String(transaction.hash));
    if (known.transaction?.blockHash == null) known.transaction = transaction;
  }

  addReceipt(receipt: Json): void {
    this.of(String(receipt.transactionHash)).receipt ??= receipt;
  }

  addTrace(hash: string, format: Format, trace: TraceRecording): void {
    const { traces } = this.of(hash);
    const before = traces.get(format);
    if (before === undefined || trace.leavesOut < before.leavesOut) traces.set(format, trace);
  }

  addBlock(block: Json): void {
    for (const key of [block.hash, block.number]) {
      if (typeof key === 'string' && !this.blocks.has(key)) this.blocks.set(key, block);
    }
    for (const entry of block.transactions as unknown[]) if (isTransaction(entry)) this.addTransaction(entry);
  }
}

/** Returns the key of a request among the exact ones. */
export function requestKey(method: string, params: readonly unknown[]): string {
  return JSON.stringify([method, params]).toLowerCase();
}

/** Returns whether a value is a whole transaction: Otterscan's lists cut the calldata, so they say `input` of four bytes for any. */
export function isTransaction(value: unknown): value is Json {
  return isObject(value) && 'hash' in value && 'nonce' in value && 'from' in value && 'input' in value;
}

export function isReceipt(value: unknown): value is Json {
  return isObject(value) && 'transactionHash' in value && 'gasUsed' in value && Array.isArray(value.logs);
}

/** Returns whether a value is a block with the list of its transactions, hashes or whole ones. */
export function isBlock(value: unknown): value is Json {
  return isObject(value) && 'parentHash' in value && 'gasLimit' in value && Array.isArray(value.transactions);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
