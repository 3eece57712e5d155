/**
 * A transaction on its way from an endpoint, part by part:
 *
 *     transaction → receipt
 *                 → block
 *
 * Who needs only the first parts goes on with them. The receipt is asked for
 * once the transaction is there: it takes no longer, since the block has to
 * wait for the transaction anyway. A near node that took long to answer the
 * transaction mostly holds all of its steps and copies them for each question.
 * The receipt may be asked for later, so that such a node first answers what
 * executing needs (`receiptAfter`). Who shows nothing before all is there asks
 * for it together with the transaction.
 */
import type { Hash } from '../../core/chain/primitives';
import type { Block, Receipt, Transaction } from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../net/chain-reader';
import { onAbort } from '../../net/rpc/abort';
import type { Rpc } from '../../net/rpc/rpc';
import { delay } from '../scheduling/wait';
import type { TransactionRecord } from './chain.api';

type Part<T> = Promise<Result<T, Failure>>;

/** Receipt and block are undefined while the transaction is pending. */
export type TransactionRequest = {
  transaction: Part<Transaction>;
  receipt: Part<Receipt | undefined>;
  block: Part<Block | undefined>;
  /**
   * Delays the request for the receipt until `work` has ended, by at most `MAX_PUT_OFF`, where the transaction took
   * longer than `SLOW_ANSWER` to arrive.
   */
  receiptAfter(work: Promise<unknown>): void;
};

/** What is known of a transaction, and its receipt with all logs for who needs them. */
export type Loaded = { record: TransactionRecord; receipt(signal: AbortSignal): Promise<Result<Receipt, Failure>> };

/** A quick node answers within milliseconds; one that copies the steps of a large transaction takes longer than this, milliseconds. */
const SLOW_ANSWER = 150;
/**
 * The longest delay of the receipt, milliseconds: the reader sees the outcome with it, and should wait no longer for
 * it than for the transaction.
 */
const MAX_PUT_OFF = 150;

/** One request for all who wait for the same transaction. */
export class SharedRequest {
  private readonly controller = new AbortController();
  private readonly parts: TransactionRequest;
  private waiting = 0;
  /** Resolves when all parts have been answered. */
  readonly done: Promise<unknown>;

  constructor(
    readonly rpc: Rpc,
    hash: Hash,
    isReceiptAtOnce = false,
  ) {
    this.parts = ask(rpc, hash, this.controller.signal, isReceiptAtOnce);
    this.done = Promise.all([this.parts.transaction, this.parts.receipt, this.parts.block]);
  }

  /** True once nobody waits: whoever asks from then on needs a new request. */
  get ended(): boolean {
    return this.controller.signal.aborted;
  }

  /** The parts; those that have not arrived fail with `cancelled` once `signal` fires. */
  join(signal: AbortSignal): TransactionRequest {
    this.waiting++;
    onAbort(signal, () => {
      this.waiting--;
      if (this.waiting === 0) this.controller.abort();
    });
    const { transaction, receipt, block, receiptAfter } = this.parts;
    return {
      transaction: orCancelled(transaction, signal),
      receipt: orCancelled(receipt, signal),
      block: orCancelled(block, signal),
      receiptAfter,
    };
  }
}

/** eth_getTransactionByHash; then eth_getBlockByHash, and eth_getTransactionReceipt unless it is asked for at once. */
function ask(rpc: Rpc, hash: Hash, signal: AbortSignal, isReceiptAtOnce: boolean): TransactionRequest {
  // Nodes may take seconds to find a transaction of many calls and its receipt, so nothing else waits in a batch with
  // it.
  const options = { signal, alone: true };
  const transaction = fetchTransaction(rpc, hash, options);
  const early = isReceiptAtOnce ? fetchReceipt(rpc, hash, options) : undefined;
  const before: Promise<unknown>[] = [];
  const began = performance.now();
  const receipt = (async (): Part<Receipt | undefined> => {
    const known = await transaction;
    if (!known.ok) return known;
    const tookLong = performance.now() - began >= SLOW_ANSWER;
    if (tookLong && before.length > 0 && early === undefined)
      await Promise.race([Promise.all(before), delay(MAX_PUT_OFF)]);
    const answer = await (early ?? fetchReceipt(rpc, hash, options));
    if (answer.ok) return answer;
    // A pending one may have been mined meanwhile, but need not. One with a receipt that cannot be used has been.
    if (known.value.blockHash === undefined) return answer.error.code === 'badAnswer' ? answer : ok(undefined);
    return (await import('./why-gone')).askReceiptAgain(rpc, known.value, answer.error, options);
  })();
  return {
    transaction,
    receipt,
    block: blockAfter(transaction, receipt, (at) => fetchBlock(rpc, at, { signal })),
    receiptAfter: (work) => before.push(work),
  };
}

async function blockAfter(
  transaction: Part<Transaction>,
  receipt: Part<Receipt | undefined>,
  fetch: (at: Hash) => Part<Block>,
): Part<Block | undefined> {
  const known = await transaction;
  if (!known.ok) return known;
  if (known.value.blockHash !== undefined) return fetch(known.value.blockHash);
  const mined = await receipt;
  return mined.ok && mined.value !== undefined ? fetch(mined.value.blockHash) : ok(undefined);
}

function orCancelled<T>(part: Part<T>, signal: AbortSignal): Part<T> {
  return new Promise((resolve) => {
    const forget = onAbort(signal, () => resolve(fail(failure('cancelled', 'Cancelled.'))));
    void part.then((answer) => {
      forget();
      resolve(answer);
    });
  });
}
