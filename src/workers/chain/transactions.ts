/**
 * Transactions: from IndexedDB at once, from an endpoint when asked or needed.
 *
 * A chain may take a transaction back: a reorganisation moves it to another
 * block, a dev chain starts over. What an endpoint says then replaces what was
 * kept, and the trace of the earlier inclusion goes.
 */
import {
  type Block,
  headOf,
  type Receipt,
  type ReceiptHead,
  type Transaction,
  withLogs,
} from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { readBlock, saveBlock } from '../../db/blocks';
import { readLogs } from '../../db/receipt-logs';
import type { KeptTransaction } from '../../db/rows/transaction-row';
import { deleteTrace } from '../../db/traces';
import { deleteTransaction, readTransaction, saveTransaction } from '../../db/transactions';
import { touch } from '../../db/use-ledger';
import { fetchBlock, fetchReceipt } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { TransactionKey } from '../ids';
import type { TransactionRecord } from './chain.api';
import type { Chains } from './chains';
import type { Arrival } from './transaction-request';

/** What is known of a transaction, and its receipt with all logs for who needs them. */
export type Loaded = { record: TransactionRecord; receipt(signal: AbortSignal): Promise<Result<Receipt, Failure>> };

type Answer = Promise<Result<Loaded, Failure>>;

/** The kept record when there is a mined one and `refresh` does not forbid it, else the endpoint's. */
export function loadTransaction(chains: Chains, key: TransactionKey, refresh: boolean, signal: AbortSignal): Answer {
  const answer = load(chains, key, refresh, signal);
  const loads = underWay.get(chains) ?? new Map<string, Answer>();
  underWay.set(chains, loads.set(nameOf(key), answer));
  const forget = () => {
    if (loads.get(nameOf(key)) === answer) loads.delete(nameOf(key));
  };
  answer.then(forget, forget);
  return answer;
}

/** Resolves once the transaction that is being loaded was, whatever came of it; at once where it is not. */
export async function transactionLoaded(chains: Chains, key: TransactionKey): Promise<void> {
  await underWay
    .get(chains)
    ?.get(nameOf(key))
    ?.catch(() => undefined);
}

async function load(chains: Chains, key: TransactionKey, refresh: boolean, signal: AbortSignal): Answer {
  const fresh = waitingOf(chains).get(nameOf(key));
  if (!refresh && fresh?.record.receipt !== undefined) return ok(fresh);
  const recent = answered.get(chains);
  answered.delete(chains);
  if (!refresh && recent?.name === nameOf(key) && Date.now() - recent.at < RECENT) return ok(recent.loaded);
  if (fresh !== undefined) await chains.backlog.flush();
  const kept = await readTransaction(key);
  if (!refresh && kept?.receipt !== undefined) {
    void touch('transactions', [[key.networkId, key.hash]]);
    const loaded = await loadedFrom(chains, kept);
    answered.set(chains, { name: nameOf(key), loaded, at: Date.now() });
    return ok(loaded);
  }
  const rpc = await chains.rpc(key.networkId);
  const fetched = await arriving(chains.arrivals.join(rpc, key, signal));
  if (fetched.ok) {
    if (kept === undefined) keepSoon(chains, fetched.value);
    else await keep(fetched.value, kept);
    return fetched;
  }
  if (kept === undefined || signal.aborted) return fetched;
  if (fetched.error.code === 'notFound' && !(await isStillThere(rpc, kept, signal))) {
    await deleteTransaction(key);
    return fail(
      failure('notFound', 'The chain no longer has this transaction; what was kept of it is deleted.', {
        attempts: fetched.error.attempts,
      }),
    );
  }
  // Pending when it was kept, and nobody can be asked now: better than nothing.
  return refresh ? fetched : ok(await loadedFrom(chains, kept));
}

/** Transaction, receipt and block as an endpoint states them; receipt and block are absent while it is pending. */
async function arriving(arrival: Arrival): Answer {
  const [transaction, receipt, block] = await Promise.all([arrival.transaction, arrival.receipt, arrival.block]);
  if (!transaction.ok) return transaction;
  if (!receipt.ok) return receipt;
  const stated = { origin: 'endpoint', fetchedAt: Date.now() } as const;
  if (receipt.value === undefined) return ok(loadedOf({ transaction: transaction.value, ...stated }));
  const mined = receipt.value;
  // The block's time is worth having, but a node that does not give it spoils nothing else.
  const isItsBlock = block.ok && block.value?.hash === mined.blockHash;
  const record = {
    transaction: placed(transaction.value, mined),
    receipt: headOf(mined),
    ...(isItsBlock && block.value ? { block: block.value } : {}),
    ...stated,
  };
  return ok(loadedOf(record, mined));
}

/** What an endpoint said; without a receipt while the transaction is pending. */
function loadedOf(record: TransactionRecord, receipt?: Receipt): Loaded {
  return { record, receipt: async () => (receipt === undefined ? fail(PENDING) : ok(receipt)) };
}

const PENDING = failure('unsupported', 'The transaction is pending. It has a receipt once it is in a block.');

/** The transaction in the block of its receipt: mined, or moved, between the two answers, it had another or none. */
function placed(transaction: Transaction, { blockHash, blockNumber, index }: Receipt): Transaction {
  return { ...transaction, blockHash, blockNumber, index };
}

/** Records being loaded, by network and hash. */
const underWay = new WeakMap<Chains, Map<string, Answer>>();

/** What was kept and answered last: its trace is asked for next. */
const answered = new WeakMap<Chains, { name: string; loaded: Loaded; at: number }>();
/** How long it may serve once more, ms. */
const RECENT = 2_000;

/** Records that were fetched and wait to be kept, by network and hash. */
const waiting = new WeakMap<Chains, Map<string, Loaded>>();

function waitingOf(chains: Chains): Map<string, Loaded> {
  const records = waiting.get(chains) ?? new Map<string, Loaded>();
  waiting.set(chains, records);
  return records;
}

function nameOf({ networkId, hash }: TransactionKey): string {
  return `${networkId} ${hash}`;
}

/** Keeps the first record of a transaction once the reader has seen it. */
function keepSoon(chains: Chains, loaded: Loaded): void {
  const name = nameOf(loaded.record.transaction);
  const records = waitingOf(chains);
  records.set(name, loaded);
  chains.backlog.add(async () => {
    await keep(loaded, undefined);
    if (records.get(name) === loaded) records.delete(name);
  });
}

async function keep(loaded: Loaded, kept: KeptTransaction | undefined): Promise<void> {
  const { transaction, receipt, block, fetchedAt } = loaded.record;
  const { networkId, hash } = transaction;
  if (kept?.receipt !== undefined && kept.receipt.blockHash !== receipt?.blockHash)
    await deleteTrace({ networkId, hash });
  const whole = await loaded.receipt(new AbortController().signal);
  const row = { networkId, hash, transaction, fetchedAt, ...(receipt === undefined ? {} : { receipt }) };
  await saveTransaction(row, whole.ok ? whole.value.logs : [], { block });
  if (block?.hash !== undefined && block.number !== undefined) {
    await saveBlock({ networkId, hash: block.hash, number: block.number, block, fetchedAt });
  }
}

/** Whether the block the transaction was kept with is still the chain's. When that cannot be found out, it counts as there. */
async function isStillThere(rpc: Rpc, kept: KeptTransaction, signal: AbortSignal): Promise<boolean> {
  if (kept.receipt === undefined) return false;
  const block = await fetchBlock(rpc, kept.receipt.blockNumber, { signal });
  return block.ok ? block.value.hash === kept.receipt.blockHash : block.error.code !== 'notFound';
}

async function loadedFrom(chains: Chains, { transaction, receipt, fetchedAt }: KeptTransaction): Promise<Loaded> {
  const stated = { transaction, origin: 'cache', fetchedAt } as const;
  if (receipt === undefined) return loadedOf(stated);
  const block: Block | undefined = (await readBlock(transaction.networkId, receipt.blockHash))?.block;
  return {
    record: { ...stated, receipt, ...(block === undefined ? {} : { block }) },
    receipt: (signal) => wholeReceipt(chains, receipt, signal),
  };
}

/** The kept receipt with its logs; an endpoint is asked where those were given up meanwhile. */
async function wholeReceipt(chains: Chains, head: ReceiptHead, signal: AbortSignal): Promise<Result<Receipt, Failure>> {
  const { networkId, transactionHash: hash } = head;
  const logs = head.logCount === 0 ? [] : await readLogs({ networkId, hash });
  if (logs?.length === head.logCount) return ok(withLogs(head, logs));
  const fetched = await fetchReceipt(await chains.rpc(networkId), hash, { signal });
  return fetched.ok && fetched.value.blockHash !== head.blockHash
    ? fail(failure('notFound', 'The chain has moved the transaction to another block meanwhile. Load it again.'))
    : fetched;
}
