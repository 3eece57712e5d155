/**
 * A transaction on its way from an endpoint, part by part:
 *
 *     transaction → receipt
 *                 → block
 *
 * Who needs only the first parts goes on with them. The receipt is asked for
 * once the transaction is there: it takes no longer, since the block has to
 * wait for the transaction anyway. A near node that took long for the transaction
 * is mostly one that holds it with all of its steps and copies them to answer
 * either question; it may be left to answer what executing needs before
 * (`receiptAfter`).
 */
import type { Hash } from '../../core/chain/primitives';
import type { Block, Receipt, Transaction } from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../net/chain-reader';
import { onAbort } from '../../net/rpc/abort';
import type { Rpc } from '../../net/rpc/rpc';
import type { TransactionKey } from '../ids';
import { after } from '../wait';

type Part<T> = Promise<Result<T, Failure>>;

/** Receipt and block are undefined while the transaction is pending. */
export type Arrival = {
  transaction: Part<Transaction>;
  receipt: Part<Receipt | undefined>;
  block: Part<Block | undefined>;
  /** Puts the receipt of a transaction that took `LONG` to come off until `work` has ended, 150 ms at most. */
  receiptAfter(work: Promise<unknown>): void;
};

export type Arrivals = {
  /**
   * Waits for the transaction together with all others who wait for it. The
   * parts fail with `cancelled` once `signal` fires; asking ends when nobody
   * waits any more.
   */
  join(rpc: Rpc, key: TransactionKey, signal: AbortSignal): Arrival;
};

/** Longer than a quick node needs for an answer, milliseconds. */
export const LONG = 150;
/** Milliseconds. */
const MOST_PUT_OFF = 150;

type Shared = { rpc: Rpc; parts: Arrival; waiting: number; controller: AbortController };

export function createArrivals(): Arrivals {
  const shared = new Map<string, Shared>();

  function begin(rpc: Rpc, key: TransactionKey, name: string): Shared {
    const controller = new AbortController();
    const begun = { rpc, parts: ask(rpc, key, controller.signal), waiting: 0, controller };
    shared.set(name, begun);
    void Promise.all([begun.parts.transaction, begun.parts.receipt, begun.parts.block]).then(() => {
      if (shared.get(name) === begun) shared.delete(name);
    });
    return begun;
  }

  return {
    join(rpc, key, signal) {
      const name = `${key.networkId} ${key.hash}`;
      const there = shared.get(name);
      const joined = there?.rpc === rpc && !there.controller.signal.aborted ? there : begin(rpc, key, name);
      joined.waiting += 1;
      onAbort(signal, () => {
        joined.waiting -= 1;
        if (joined.waiting === 0) joined.controller.abort();
      });
      const { transaction, receipt, block, receiptAfter } = joined.parts;
      return {
        transaction: orCancelled(transaction, signal),
        receipt: orCancelled(receipt, signal),
        block: orCancelled(block, signal),
        receiptAfter,
      };
    },
  };
}

/** eth_getTransactionByHash; then eth_getTransactionReceipt and eth_getBlockByHash. */
function ask(rpc: Rpc, { hash }: TransactionKey, signal: AbortSignal): Arrival {
  // Nodes may take seconds to find a transaction of many calls and its receipt: nothing is to wait in a batch with it.
  const options = { signal, alone: true };
  const transaction = fetchTransaction(rpc, hash, options);
  const before: Promise<unknown>[] = [];
  const began = performance.now();
  const receipt = (async (): Part<Receipt | undefined> => {
    const known = await transaction;
    if (!known.ok) return known;
    const tookLong = performance.now() - began >= LONG;
    if (tookLong && before.length > 0) await Promise.race([Promise.all(before), after(MOST_PUT_OFF)]);
    const answer = await fetchReceipt(rpc, hash, options);
    // A pending one may have been mined meanwhile, but need not.
    return answer.ok || known.value.blockHash !== undefined ? answer : ok(undefined);
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
