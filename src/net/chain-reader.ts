/** What Loupe reads of transactions and blocks, one function per question. Each comment names the JSON-RPC method. */
import { check, type GenericSchema, pipe, unknown } from 'valibot';
import { quantityHex } from '../core/chain/hex';
import type { BlockTag } from '../core/chain/parse';
import type { Hash, Hex } from '../core/chain/primitives';
import { type Block, isEthereumTransaction, type Receipt, type Transaction } from '../core/chain/transaction';
import type { Failure } from '../core/values/failure';
import { ok, type Result } from '../core/values/result';
import { blockSchema, type FullBlock, fullBlockSchema } from './rpc/block-schema';
import { quantity } from './rpc/fields';
import { receiptSchema } from './rpc/receipt-schema';
import type { RequestOptions, Rpc } from './rpc/rpc';
import { transactionSchema } from './rpc/transaction-schema';

export type ReadOptions = Pick<RequestOptions, 'signal' | 'timeout' | 'alone'>;

/** A number or hash of a block, or a tag of the execution API. */
export type BlockRef = number | Hash | BlockTag;

type Answer<T> = Promise<Result<T, Failure>>;

/** Fetches eth_getTransactionByHash. Pending ones have no block; `notFound` when no endpoint knows it. */
export async function fetchTransaction(rpc: Rpc, hash: Hash, options: ReadOptions = {}): Answer<Transaction> {
  const request = { ...options, nullIsUnknown: true };
  const schema = pipe(
    unknown(),
    check(saysWhatIsCalled, 'recipient and input were expected'),
    transactionSchema(rpc.networkId),
    check((transaction) => transaction.hash === hash, 'another transaction was answered than the one asked for'),
  );
  return completed(
    await rpc.request('eth_getTransactionByHash', [hash], schema, request),
    (complete) => complete.completeTransaction(rpc, hash, options),
    lacksFields,
  );
}

/** Whether fields are missing that the hash of the transaction covers, so that it would contradict itself. */
function lacksFields(transaction: Transaction): boolean {
  if (!isEthereumTransaction(transaction)) return false;
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, signature } = transaction;
  const fees = type < 2 ? [gasPrice] : [maxFeePerGas, maxPriorityFeePerGas];
  return signature === undefined || fees.includes(undefined);
}

/**
 * Whether the answer has a recipient and input. Without a recipient it would be shown as a creation, without input as a
 * plain payment.
 */
function saysWhatIsCalled(answer: unknown): boolean {
  const { to, input, data } = (answer ?? {}) as Record<string, unknown>;
  return to !== undefined && (input ?? data) != null;
}

/** Fetches eth_getTransactionReceipt. `notFound` while the transaction is pending. */
export async function fetchReceipt(rpc: Rpc, hash: Hash, options: ReadOptions = {}): Answer<Receipt> {
  const request = { ...options, nullIsUnknown: true };
  const schema = pipe(
    receiptSchema(rpc.networkId),
    check((receipt) => receipt.transactionHash === hash, 'the receipt of another transaction was answered'),
  );
  const answer = await rpc.request('eth_getTransactionReceipt', [hash], schema, request);
  return completed(answer, (complete) => complete.completeReceipt(rpc, hash, options));
}

/** Fetches eth_getBlockByNumber or eth_getBlockByHash, with the hashes of the transactions. */
export function fetchBlock(rpc: Rpc, block: BlockRef, options: ReadOptions = {}): Answer<Block> {
  return askBlock(rpc, block, options, false, blockSchema(rpc.networkId), (answered) => answered, 'completeBlock');
}

/** Fetches eth_getBlockByNumber or eth_getBlockByHash, with whole transactions. */
export function fetchFullBlock(rpc: Rpc, block: BlockRef, options: ReadOptions = {}): Answer<FullBlock> {
  return askBlock(rpc, block, options, true, fullBlockSchema(rpc.networkId), (full) => full.block, 'completeFullBlock');
}

async function askBlock<T>(
  rpc: Rpc,
  asked: BlockRef,
  options: ReadOptions,
  isFull: boolean,
  schema: GenericSchema<unknown, T>,
  blockOf: (answered: T) => Block,
  completing: 'completeBlock' | 'completeFullBlock',
): Answer<T> {
  const lookup = blockLookup(asked);
  const isAsked = (answered: T) => isBlock(blockOf(answered), asked);
  const checked = pipe(schema, check(isAsked, 'another block was answered than the one asked for'));
  const request = { ...options, nullIsUnknown: true };
  return completed(
    await rpc.request(lookup.method, [lookup.param, isFull], checked, request),
    async (complete) => {
      const whole = (await complete[completing](rpc, lookup, options)) as T | undefined;
      return whole && isAsked(whole) ? whole : undefined;
    },
    // A block that was asked for by its hash would count as pending.
    (answered) => blockOf(answered).number === undefined && String(asked).startsWith('0x'),
  );
}

type Completing = typeof import('./complete-answers');

/** The answer; where it cannot be used or `lacks` something, what `complete` makes of other answers, if anything. */
async function completed<T>(
  answer: Result<T, Failure>,
  complete: (completing: Completing) => Promise<T | undefined>,
  lacks: (value: T) => boolean = () => false,
): Answer<T> {
  if (answer.ok ? !lacks(answer.value) : answer.error.code !== 'badAnswer') return answer;
  const whole = await complete(await import('./complete-answers'));
  return whole === undefined ? answer : ok(whole);
}

/** Whether `block` can be the answer to a question for `asked`; a tag may be any block. */
function isBlock(block: Block, asked: BlockRef): boolean {
  if (typeof asked === 'number') return block.number === asked;
  return !asked.startsWith('0x') || block.hash === asked;
}

/** Fetches eth_blockNumber, with the endpoint that answered and the round trip. */
export async function fetchHead(
  rpc: Rpc,
  options: ReadOptions = {},
): Answer<{ blockNumber: number; endpoint: string; milliseconds: number }> {
  const answered = await rpc.ask('eth_blockNumber', [], quantity, options);
  if (!answered.ok) return answered;
  const { value, endpoint, milliseconds } = answered.value;
  return ok({ blockNumber: value, endpoint, milliseconds });
}

/** Fetches eth_blockNumber. */
export function fetchBlockNumber(rpc: Rpc, options: ReadOptions = {}): Answer<number> {
  return rpc.request('eth_blockNumber', [], quantity, options);
}

function blockLookup(block: BlockRef): { method: string; param: string } {
  const byHash = typeof block === 'string' && block.length === 66;
  return {
    method: byHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber',
    param: byHash ? block : (blockParam(block) as string),
  };
}

/** Returns a block as state methods take it: a number as hex digits, a hash as in EIP-1898, a tag as it is. */
export function blockParam(block: number): Hex;
export function blockParam(block: BlockRef): string | { blockHash: string };
export function blockParam(block: BlockRef): string | { blockHash: string } {
  if (typeof block === 'number') return quantityHex(block);
  return block.length === 66 ? { blockHash: block } : block;
}
