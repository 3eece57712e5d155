/** Transactions as a hosted API states them, as rows of lists, and pages of them. */
import { array, boolean, type InferOutput, nullable, nullish, object, record, string, union, unknown } from 'valibot';
import type { NetworkId, Selector } from '../../../core/chain/primitives';
import type { TransactionSummary } from '../../../core/chain/summaries';
import { fail, ok, type Result } from '../../../core/values/result';
import { address, addressOrNone, hash } from '../../rpc/fields';
import type { Cursor, ProviderPage } from '../provider';
import { amount, chainId, count, plain, time } from './fields';

/** Rows of one answer that are read. */
const MAX_ROWS = 1_000;
/** Characters of a cursor. */
const MAX_CURSOR = 1_000;

const flag = nullish(boolean());

export const transactionSchema = object({
  hash,
  network_id: nullish(chainId),
  block_hash: nullish(hash),
  block_number: nullish(count),
  index: nullish(count),
  from: address,
  to: nullish(addressOrNone),
  value: nullish(amount),
  input: nullish(string()),
  gas: nullish(count),
  gas_used: nullish(count),
  gas_price: nullish(amount),
  status: flag,
  timestamp: time,
  contract_address: nullish(addressOrNone),
});

const cursorSchema = union([string(), record(string(), unknown())]);
const listed = array(transactionSchema);
export const transactionsSchema = union([
  listed,
  plain(object({ transactions: nullable(listed), cursor: nullish(cursorSchema), next_cursor: nullish(cursorSchema) })),
]);

/** `limit` is how many rows were asked for: a full page that names no cursor goes on after its last row. */
export function pageOfTransactions(
  answer: InferOutput<typeof transactionsSchema>,
  networkId: NetworkId,
  limit: number,
): Result<ProviderPage<TransactionSummary>, string> {
  const { transactions, cursor } = Array.isArray(answer)
    ? { transactions: answer, cursor: undefined }
    : { transactions: answer.transactions ?? [], cursor: answer.next_cursor ?? answer.cursor };
  if (transactions.length > MAX_ROWS) return fail(`there are more than ${MAX_ROWS} transactions`);
  const foreign = transactions.find((row) => row.network_id != null && row.network_id !== networkId);
  if (foreign !== undefined) return fail('a transaction is of another network');
  const last = transactions.at(-1);
  const given = cursor ?? (last !== undefined && transactions.length >= limit ? cursorAfter(last) : undefined);
  const next =
    given === undefined || given === '' ? undefined : typeof given === 'string' ? given : JSON.stringify(given);
  if (next !== undefined && next.length > MAX_CURSOR) return fail('the cursor of the next page is too long');
  const rows = transactions.map((row) => summaryOf(row, networkId));
  return ok({ rows, ...(next === undefined ? {} : { next: next as Cursor }) });
}

function cursorAfter(last: InferOutput<typeof transactionSchema>): Record<string, unknown> {
  const { hash: own, timestamp, block_number: blockNumber, index } = last;
  return { hash: own, timestamp, blockNumber, transactionIndex: index };
}

function summaryOf(row: InferOutput<typeof transactionSchema>, networkId: NetworkId): TransactionSummary {
  const { hash: own, from, to, input, value, gas } = row;
  const summary: TransactionSummary = { networkId, hash: own, from, value: value ?? 0n, gas: gas ?? 0 };
  if (to) {
    summary.to = to;
    if (/^0x[0-9a-f]{8}/i.test(input ?? '')) summary.selector = (input ?? '').slice(0, 10).toLowerCase() as Selector;
  }
  if (row.contract_address && !to && row.status !== false) summary.contractAddress = row.contract_address;
  if (typeof row.block_number !== 'number') return summary;
  summary.blockNumber = row.block_number;
  if (row.block_hash) summary.blockHash = row.block_hash;
  if (typeof row.index === 'number') summary.index = row.index;
  if (row.timestamp !== undefined) summary.timestamp = row.timestamp;
  if (typeof row.status === 'boolean') summary.status = row.status ? 'success' : 'failed';
  if (typeof row.gas_used === 'number') {
    summary.gasUsed = row.gas_used;
    if (typeof row.gas_price === 'bigint') summary.fee = row.gas_price * BigInt(row.gas_used);
  }
  return summary;
}
