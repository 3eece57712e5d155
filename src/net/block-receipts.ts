/** Blocks with the receipts of their transactions. Each comment names the JSON-RPC method. */
import { array } from 'valibot';
import type { Hash } from '../core/chain/primitives';
import type { Block, Receipt } from '../core/chain/transaction';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { type BlockRef, blockParam, fetchFullBlock, fetchReceipt, type ReadOptions } from './chain-reader';
import type { FullBlock } from './rpc/block-schema';
import { receiptSchema } from './rpc/receipt-schema';
import type { Rpc } from './rpc/rpc';

type Answer<T> = Promise<Result<T, Failure>>;

/** Clients whose endpoints were found not to have eth_getBlockReceipts in this session: they are not asked for every block. */
const withoutMethod = new WeakSet<Rpc>();

export const MOVED = failure('badAnswer', 'The chain was reorganised while its blocks were read.');

/**
 * Fetches a block with its transactions, and its receipts as `fetchBlockReceipts` gives them. When the block is named
 * by its number, both are asked for at the same time, which spares a round trip.
 */
export async function fetchBlockWithReceipts(
  rpc: Rpc,
  at: BlockRef,
  options: ReadOptions = {},
): Answer<FullBlock & { receipts: Result<readonly Receipt[], Failure> }> {
  const asked = typeof at === 'number' && !withoutMethod.has(rpc) ? requestReceipts(rpc, at, options) : undefined;
  const full = await fetchFullBlock(rpc, at, options);
  if (!full.ok) return full;
  return ok({ ...full.value, receipts: await fetchBlockReceipts(rpc, full.value.block, options, asked) });
}

/**
 * Fetches eth_getBlockReceipts; without it, eth_getTransactionReceipt for each of the block's transactions, and for those
 * that it leaves out (nodes of Polygon: what the protocol itself put there). In the block's order, and of this block
 * alone: where the chain replaced it, its transactions may be in another. A pending block has none.
 */
export async function fetchBlockReceipts(
  rpc: Rpc,
  block: Block,
  options: ReadOptions = {},
  /** The answer for the receipts of the whole block, where they were asked for already. */
  asked?: Answer<readonly Receipt[]>,
): Answer<readonly Receipt[]> {
  const { number, hash, transactions } = block;
  if (number === undefined || hash === undefined || transactions.length === 0) return ok([]);
  let given: ReadonlyMap<Hash, Receipt> = new Map();
  if (asked !== undefined || !withoutMethod.has(rpc)) {
    const all = await (asked ?? requestReceipts(rpc, number, options));
    if (all.ok && areOf(all.value, block)) return all;
    if (all.ok) given = new Map(all.value.map((receipt) => [receipt.transactionHash, receipt]));
    if (!all.ok && all.error.code === 'cancelled') return all;
    if (!all.ok && all.error.code === 'unsupported') withoutMethod.add(rpc);
  }
  const single = await Promise.all(
    transactions.map((each) => {
      const receipt = given.get(each);
      return receipt?.blockHash === hash ? ok(receipt) : fetchReceipt(rpc, each, options);
    }),
  );
  let receipts: readonly Receipt[] = single.flatMap((receipt) => (receipt.ok ? [receipt.value] : []));
  const failed = single.find((receipt) => !receipt.ok);
  if (failed?.ok === false) {
    if (failed.error.code !== 'badAnswer') return failed;
    const { completeReceipts } = await import('./complete-answers');
    const whole = await completeReceipts(rpc, block, options);
    if (whole === undefined) return failed;
    receipts = whole;
  }
  return areOf(receipts, block) ? ok(receipts) : fail(MOVED);
}

function requestReceipts(rpc: Rpc, number: number, options: ReadOptions): Answer<readonly Receipt[]> {
  const request = { ...options, nullIsUnknown: true };
  return rpc.request('eth_getBlockReceipts', [blockParam(number)], array(receiptSchema(rpc.networkId)), request);
}

/**
 * Whether the receipts are those of the block. By number, and by the hash of a transaction, a node may answer for
 * another block after a reorganisation.
 */
function areOf(receipts: readonly Receipt[], { hash, transactions }: Block): boolean {
  return (
    receipts.length === transactions.length &&
    receipts.every(({ blockHash, transactionHash }, at) => blockHash === hash && transactionHash === transactions[at])
  );
}
