/**
 * Transactions: from IndexedDB at once, from an endpoint when asked or needed.
 *
 * A chain may take a transaction back: a reorganisation moves it to another
 * block, a dev chain starts over. What an endpoint says then replaces what was
 * kept, and the trace of the earlier inclusion goes.
 */
import {
  type Block,
  type Receipt,
  type ReceiptWithoutLogs,
  type Transaction,
  withLogs,
  withoutLogs,
} from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { askKept } from '../../db/database';
import type { KeptTransaction } from '../../db/rows/transaction-row';
import { markUsed } from '../../db/storage/mark-used';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { TransactionKey } from '../ids';
import type { TransactionRecord } from './chain.api';
import type { Chains } from './chains';
import { type Loaded, SharedRequest, type TransactionRequest } from './transaction-request';

type Answer = Promise<Result<Loaded, Failure>>;

/** The transactions of an engine: those on their way from an endpoint, and those that wait to be saved. */
export class TransactionStore {
  private readonly requests = new Map<string, SharedRequest>();
  /** Records that were fetched and are not saved yet, by network and hash. */
  private readonly unsaved = new Map<string, { loaded: Loaded; save: () => Promise<void> }>();

  /** `isReceiptAtOnce`: receipts are asked for together with their transactions (`transaction-request.ts`). */
  constructor(
    private readonly chains: Chains,
    private readonly isReceiptAtOnce = false,
  ) {}

  /** The kept record when there is a mined one and `refresh` does not forbid it, else the endpoint's. */
  async load(key: TransactionKey, refresh: boolean, signal: AbortSignal): Answer {
    const kept = refresh ? undefined : await this.readKept(key);
    if (kept !== undefined) this.noteUse(key);
    return kept?.record.receipt === undefined ? this.fetch(key, signal, refresh) : ok(kept);
  }

  /** What is kept of a transaction; without a receipt where it was pending then. Asks nobody. Note the use afterwards. */
  async readKept(key: TransactionKey): Promise<Loaded | undefined> {
    const fetched = this.unsaved.get(nameOf(key));
    if (fetched !== undefined) return fetched.loaded;
    const kept = await readTransaction(key);
    return kept === undefined ? undefined : this.loadedFrom(kept);
  }

  /** Notes that the kept record was used, so that others are evicted first. It loads code: call it behind what is shown. */
  noteUse({ networkId, hash }: TransactionKey): void {
    void markUsed('transactions', [[networkId, hash]]);
  }

  /**
   * Asks an endpoint, together with all others who ask for the same transaction. The parts fail with `cancelled` once
   * `signal` fires; asking ends when nobody waits any more.
   */
  request(rpc: Rpc, key: TransactionKey, signal: AbortSignal): TransactionRequest {
    const name = nameOf(key);
    const known = this.requests.get(name);
    const shared = known?.rpc === rpc && !known.ended ? known : this.begin(rpc, key, name);
    return shared.join(signal);
  }

  private begin(rpc: Rpc, key: TransactionKey, name: string): SharedRequest {
    const shared = new SharedRequest(rpc, key.hash, this.isReceiptAtOnce);
    this.requests.set(name, shared);
    void shared.done.then(() => {
      if (this.requests.get(name) === shared) this.requests.delete(name);
    });
    return shared;
  }

  /**
   * Fetches the transaction from an endpoint, and keeps the answer in place of what was kept. Without `isConfirmation`
   * a kept pending record is better than a failure. `requested`: a request that was begun before.
   */
  async fetch(
    key: TransactionKey,
    signal: AbortSignal,
    isConfirmation: boolean,
    requested?: TransactionRequest,
  ): Answer {
    const rpc = await this.chains.rpc(key.networkId);
    const request = requested ?? this.request(rpc, key, signal);
    const fetched = await arriving(rpc, request, signal);
    // A record that waits to be saved is kept as well.
    await this.unsaved.get(nameOf(key))?.save();
    const kept = await readTransaction(key);
    if (fetched.ok) {
      if (kept === undefined) this.saveLater(fetched.value);
      else await save(fetched.value, kept);
      return fetched;
    }
    if (kept === undefined || signal.aborted) return fetched;
    if ((await isUnknown(request)) && !(await isStillThere(rpc, kept, signal))) {
      const [{ keepGone }, { whyGone, describeGone }] = await Promise.all([
        import('../../db/chain/save-transaction'),
        import('./why-gone'),
      ]);
      const gone = await whyGone(rpc, kept, signal);
      await keepGone(kept, gone);
      const { attempts } = fetched.error;
      return fail(failure('notFound', describeGone(gone), { attempts, gone: gone.how }));
    }
    if (kept.gone !== undefined) return fetched;
    return isConfirmation ? fetched : ok(await this.loadedFrom(kept));
  }

  /** Saves the first record of a transaction behind what is shown: on a first visit the database is loaded for it. */
  private saveLater(loaded: Loaded): void {
    const name = nameOf(loaded.record.transaction);
    let saved: Promise<void> | undefined;
    const entry = {
      loaded,
      save: () => {
        saved ??= save(loaded, undefined).finally(() => {
          if (this.unsaved.get(name) === entry) this.unsaved.delete(name);
        });
        return saved;
      },
    };
    this.unsaved.set(name, entry);
    void this.chains.scheduler.run('kept', entry.save);
  }

  private async loadedFrom({ transaction, receipt, fetchedAt }: KeptTransaction): Promise<Loaded> {
    const stated = { transaction, origin: 'cache', fetchedAt } as const;
    if (receipt === undefined) return loadedOf(stated);
    const { readBlock } = await import('../../db/chain/blocks');
    const block: Block | undefined = (await readBlock(transaction.networkId, receipt.blockHash))?.block;
    return {
      record: { ...stated, receipt, ...(block === undefined ? {} : { block }) },
      receipt: (signal) => wholeReceipt(this.chains, receipt, signal),
    };
  }
}

/** Transaction, receipt and block as an endpoint states them; receipt and block are absent while it is pending. */
async function arriving(rpc: Rpc, request: TransactionRequest, signal: AbortSignal): Answer {
  const [transaction, receipt, block] = await Promise.all([request.transaction, request.receipt, request.block]);
  if (!transaction.ok) return transaction;
  if (!receipt.ok) return receipt;
  const stated = { origin: 'endpoint', fetchedAt: Date.now() } as const;
  if (receipt.value === undefined) return ok(loadedOf({ transaction: transaction.value, ...stated }));
  const mined = receipt.value;
  // The block's time is worth having, but a node that does not give it spoils nothing else.
  const isItsBlock = block.ok && block.value?.hash === mined.blockHash;
  const record = {
    transaction: await placed(rpc, transaction.value, mined, signal),
    receipt: withoutLogs(mined),
    ...(isItsBlock && block.value ? { block: block.value } : {}),
    ...stated,
  };
  return ok(loadedOf(record, mined));
}

/** Whether no endpoint knows the transaction. One that knows it may lack its receipt for a moment, which takes nothing back. */
async function isUnknown({ transaction }: TransactionRequest): Promise<boolean> {
  const stated = await transaction;
  return !stated.ok && stated.error.code === 'notFound';
}

/** Makes the answer of an endpoint; without a receipt while the transaction is pending. */
function loadedOf(record: TransactionRecord, receipt?: Receipt): Loaded {
  return { record, receipt: async () => (receipt === undefined ? fail(PENDING) : ok(receipt)) };
}

const PENDING = failure('unsupported', 'The transaction is pending: no receipt yet.');

/**
 * The transaction in the block that it is in now: mined or moved between the two answers, it had none or another. An
 * endpoint that still names another one than the receipt's contradicts itself, which is not to be hidden.
 */
async function placed(rpc: Rpc, stated: Transaction, mined: Receipt, signal: AbortSignal): Promise<Transaction> {
  const { blockHash, blockNumber, index } = mined;
  if (stated.blockHash === undefined) return { ...stated, blockHash, blockNumber, index };
  if (stated.blockHash === blockHash) return stated;
  const again = await fetchTransaction(rpc, stated.hash, { signal });
  return again.ok && again.value.blockHash === blockHash ? again.value : stated;
}

function nameOf({ networkId, hash }: TransactionKey): string {
  return `${networkId} ${hash}`;
}

/** The kept transaction, or undefined. The query is loaded with the database. */
function readTransaction(key: TransactionKey): Promise<KeptTransaction | undefined> {
  return askKept(undefined, async () => (await import('../../db/chain/transactions')).readTransaction(key));
}

/** The code for it is loaded with the database, behind what is shown. */
async function save(loaded: Loaded, kept: KeptTransaction | undefined): Promise<void> {
  const { keepTransaction } = await import('./keep-transaction');
  await keepTransaction(loaded, kept);
}

/**
 * Whether the block the transaction was kept with is still the chain's. When that cannot be found out, it counts as
 * there. An endpoint that does not have the block's height may lag or may have deleted old blocks, but a node on this
 * machine goes back to snapshots.
 */
async function isStillThere(rpc: Rpc, kept: KeptTransaction, signal: AbortSignal): Promise<boolean> {
  if (kept.receipt === undefined) return false;
  const block = await fetchBlock(rpc, kept.receipt.blockNumber, { signal });
  if (block.ok) return block.value.hash === kept.receipt.blockHash;
  return block.error.code !== 'notFound' || !rpc.isLocal;
}

/** The kept receipt with its logs; an endpoint is asked where those were given up meanwhile. */
async function wholeReceipt(
  chains: Chains,
  head: ReceiptWithoutLogs,
  signal: AbortSignal,
): Promise<Result<Receipt, Failure>> {
  const { networkId, transactionHash: hash } = head;
  const logs =
    head.logCount === 0 ? [] : await (await import('../../db/chain/receipt-logs')).readLogs({ networkId, hash });
  if (logs?.length === head.logCount) return ok(withLogs(head, logs));
  const fetched = await fetchReceipt(await chains.rpc(networkId), hash, { signal });
  return fetched.ok && fetched.value.blockHash !== head.blockHash ? (await import('./why-gone')).failMoved() : fetched;
}
