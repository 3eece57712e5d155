/**
 * Transactions of an address from a node that has Otterscan's methods, which
 * search the node's own traces: calls inside of transactions are found, too.
 * It is the reader's endpoint that is asked, which needs no consent.
 */
import { array, boolean, intersect, maxLength, nullish, number, object, pipe, transform, union } from 'valibot';
import type { Address, Hash, NetworkId } from '../../core/chain/primitives';
import { summarizeTransaction, type TransactionSummary } from '../../core/chain/summaries';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { address, hash, quantity } from '../rpc/fields';
import { receiptSchema } from '../rpc/receipt-schema';
import type { Rpc } from '../rpc/rpc';
import { transactionSchema } from '../rpc/transaction-schema';
import { type AddressQuestion, hasPart, type TransactionOrigin } from './address-lists';
import type { Cursor, Provider } from './provider';

/** Transactions asked for at once, as Otterscan does. A page ends with a block, and may have more. */
const PAGE_SIZE = 25;
/** Transactions of one answer that are read. */
const MAX_ROWS = 2_000;
/** Pages that are looked through for one row of the part that is wanted. */
const MAX_PAGES = 8;

/** Returns the provider of ots_searchTransactionsBefore of the network's endpoints. */
export function otterscanTransactions(rpc: Rpc): Provider<AddressQuestion, TransactionSummary, TransactionOrigin> {
  return {
    id: 'otterscan',
    name: 'Otterscan’s methods of the endpoint',
    origin: 'otterscan',
    allowed: () => true,
    async ask(question, cursor, signal) {
      let before = cursor === undefined ? 0 : Number(cursor);
      for (let page = 1; ; page++) {
        const found = await rpc.request(
          'ots_searchTransactionsBefore',
          [question.address, before, PAGE_SIZE],
          pageSchema(rpc.networkId),
          { signal },
        );
        // Most endpoints do not have the method.
        if (!found.ok) return found.error.code === 'unsupported' ? ok({ rows: [] }) : found;
        const { rows, lastPage } = found.value;
        const lowest = rows.at(-1)?.blockNumber;
        const next = lastPage || lowest === undefined || lowest === 0 ? undefined : lowest;
        // A node that goes round in circles is not followed.
        const isOn = next !== undefined && (before === 0 || next < before);
        const wanted = rows.filter((row) => hasPart(row, question));
        if (wanted.length > 0 || !isOn || page === MAX_PAGES) {
          return ok({ rows: wanted, ...(isOn ? { next: String(next) as Cursor } : {}) });
        }
        before = next;
      }
    },
  };
}

/** Fetches ots_getContractCreator: who created a contract and in which transaction, also inside of one; undefined where the node does not know it. */
export async function fetchContractCreator(
  rpc: Rpc,
  contract: Address,
  signal: AbortSignal,
): Promise<Result<{ hash: Hash; creator: Address } | undefined, Failure>> {
  const schema = nullish(object({ hash, creator: address }));
  const found = await rpc.request('ots_getContractCreator', [contract], schema, { signal });
  if (!found.ok) return found.error.code === 'unsupported' ? ok(undefined) : found;
  return ok(found.value ?? undefined);
}

/** Newest first. Erigon answers null where it has nothing; times are numbers there and quantities elsewhere. */
function pageSchema(networkId: NetworkId) {
  const time = pipe(
    nullish(union([number(), quantity])),
    transform((seconds) => seconds ?? undefined),
  );
  const receipts = array(intersect([receiptSchema(networkId), object({ timestamp: time })]));
  const page = object({
    txs: pipe(array(transactionSchema(networkId)), maxLength(MAX_ROWS)),
    receipts: pipe(receipts, maxLength(MAX_ROWS)),
    lastPage: boolean(),
  });
  return pipe(
    nullish(page),
    transform((found) => {
      const receiptOf = new Map(found?.receipts.map((receipt) => [receipt.transactionHash, receipt]));
      const rows = (found?.txs ?? []).map((transaction) => {
        const receipt = receiptOf.get(transaction.hash);
        return summarizeTransaction(transaction, receipt, receipt?.timestamp);
      });
      rows.sort((a, b) => (b.blockNumber ?? 0) - (a.blockNumber ?? 0) || (b.index ?? 0) - (a.index ?? 0));
      return { rows, lastPage: found?.lastPage ?? true };
    }),
  );
}
