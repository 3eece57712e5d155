/** Transactions, blocks and receipts whose endpoint leaves fields out that others are shown by: asked otherwise, and checked. */
import { array, type GenericSchema, object, record, safeParse, string, unknown } from 'valibot';
import { quantityHex } from '../core/chain/hex';
import type { Hash, Hex } from '../core/chain/primitives';
import { decodeRawTransaction, hashOf, senderOf } from '../core/chain/raw-transaction';
import {
  type Block,
  isEthereumTransaction,
  type Receipt,
  type StatedTransaction,
  type Transaction,
  transactionOf,
} from '../core/chain/transaction';
import { familyOf } from '../core/evm/families/find-family';
import { loadFamily } from '../core/evm/families/load-family';
import { computeHeaderHash } from '../core/proof/header';
import { blockSchema, type FullBlock } from './rpc/block-schema';
import { bytes, compact, hash as hashField, quantity, stated } from './rpc/fields';
import { receiptSchema } from './rpc/receipt-schema';
import type { RequestOptions, Rpc } from './rpc/rpc';
import { transactionSchema } from './rpc/transaction-schema';

const RECORD = record(string(), unknown());

type ReadOptions = Pick<RequestOptions, 'signal' | 'timeout' | 'alone'>;

/** Code that returns the time of its block (TIMESTAMP), and the hash of the block before (BLOCKHASH of NUMBER − 1). */
const RETURN_TIME = '0x4260005260206000f3';
const RETURN_PARENT = '0x600143034060005260206000f3';
/** An account that no chain uses; its code is given with the call. */
const ANY_ACCOUNT = '0x00000000000000000000000000000000000c10c4';
/** The most transactions that are asked for one by one. */
const MOST_ASKED = 1_000;

/** Whole transactions as nodes pass them on. */
const RAW_METHODS = ['eth_getRawTransactionByHash', 'debug_getRawTransaction'];
const place = object({
  hash: stated(hashField),
  blockHash: stated(hashField),
  blockNumber: stated(quantity),
  transactionIndex: stated(quantity),
});

/**
 * Returns the transaction that is stated if its fields have the hash, or belong to a type that only some chain has; else
 * the one of its signed bytes, which have its hash, in the place that the endpoint states. Undefined where none gives the
 * bytes.
 */
export async function completeTransaction(
  rpc: Rpc,
  hash: Hash,
  options: ReadOptions,
): Promise<Transaction | undefined> {
  const { networkId } = rpc;
  const answer = await rpc.request('eth_getTransactionByHash', [hash], record(string(), unknown()), options);
  if (!answer.ok) return undefined;
  const stated = safeParse(transactionSchema(networkId), {
    ...answer.value,
    type: answer.value.type ?? typeOf(answer.value),
  });
  if (stated.success && isItself(stated.output, hash)) return stated.output;
  const placed = safeParse(place, answer.value);
  if (!placed.success || isPartly(placed.output)) return undefined;
  const { hash: told, transactionIndex: index, ...block } = placed.output;
  // The place is that of another transaction.
  if ((told ?? hash) !== hash) return undefined;
  for (const method of RAW_METHODS) {
    const raw = await rpc.request(method, [hash], bytes, options);
    if (!raw.ok) continue;
    const decoded = decodeRawTransaction(raw.value);
    if (!decoded.ok || hashOf(decoded.value) !== hash) continue;
    const from = await senderOf(decoded.value);
    if (from !== undefined)
      return transactionOf(compact<StatedTransaction>({ ...decoded.value, networkId, hash, from, ...block, index }));
  }
  return undefined;
}

/** Who sends what ArbOS does itself, at the begin of a block. */
const ARBOS = '0x00000000000000000000000000000000000a4b05';

/** The type of a transaction that nobody signed, by fields that only Arbitrum's have (core/types/arb_types.go). */
function typeOf({ from, ticketId, maxSubmissionFee }: Record<string, unknown>): string | undefined {
  if (String(from).toLowerCase() === ARBOS) return '0x6a';
  if (ticketId) return '0x68';
  return maxSubmissionFee ? '0x69' : undefined;
}

/** Some nodes leave the recipient of a creation out, or the input of a payment: then the fields have the hash. */
function isItself(transaction: Transaction, hash: Hash): boolean {
  if (transaction.hash !== hash) return false;
  return !isEthereumTransaction(transaction) || hashOf(transaction) === hash;
}

/** Some of a place is stated: without the rest, the transaction would count as pending. */
function isPartly(at: Record<string, unknown>): boolean {
  const { blockHash, blockNumber, transactionIndex } = at;
  const stated = [blockHash, blockNumber, transactionIndex].filter((each) => each != null).length;
  return stated > 0 && stated < 3;
}

type Asked = <T>(
  method: string,
  params: readonly unknown[],
  schema: GenericSchema<unknown, T>,
) => Promise<T | undefined>;

/** How a block is asked for: by its hash, or by its number or a tag. */
export type BlockLookup = { method: string; param: string };

/**
 * Returns the block, with what its endpoint left out as other answers tell it. Undefined where the header then has another
 * hash than the block is said to have, or lacks more. Where no answer says a hash, the endpoint must know a block by the
 * one that the header has.
 */
export async function completeBlock(
  rpc: Rpc,
  { method, param }: BlockLookup,
  options: ReadOptions,
): Promise<Block | undefined> {
  const ask = askOf(rpc, options);
  const header = await ask(method, [param, false], RECORD);
  if (header === undefined) return undefined;
  const byHash = method === 'eth_getBlockByHash';
  const number = safeParse(quantity, header.number ?? (byHash ? await numberFrom(ask, header) : param));
  const said = byHash ? param : header.hash;
  if (!number.success) return undefined;
  const transactions = header.transactions ?? (await transactionsOf(ask, byHash ? 'Hash' : 'Number', param));
  const [parentHash, timestamp, used] = await Promise.all([
    header.parentHash ?? wordAt(ask, number.output, RETURN_PARENT),
    header.timestamp ?? timeAt(ask, number.output),
    header.gasUsed ?? gasUsedBy(ask, transactions),
  ]);
  // A block without a hash would be a pending one.
  const filled = { ...header, hash: said ?? param.padEnd(66, '0'), number: number.output, transactions };
  const block = safeParse(blockSchema(rpc.networkId), { ...filled, parentHash, timestamp, gasUsed: used });
  if (!block.success) return undefined;
  // Some chains have headers of their own.
  const family = familyOf({ id: rpc.networkId }, block.output);
  const hash = computeHeaderHash(block.output, family && (await loadFamily(family)).encoding);
  if (said != null) return hash === said ? block.output : undefined;
  const known = hash && (await ask('eth_getBlockByHash', [hash, false], RECORD));
  return hash && known ? { ...block.output, hash } : undefined;
}

/** What the receipt of the first transaction says of the number of its block, or the parent's number says. */
async function numberFrom(ask: Asked, header: Record<string, unknown>): Promise<unknown> {
  const [first] = Array.isArray(header.transactions) ? header.transactions : [];
  const receipt = first && (await ask('eth_getTransactionReceipt', [first], object({ blockNumber: unknown() })));
  if (receipt) return receipt.blockNumber;
  const parent = await ask('eth_getBlockByHash', [header.parentHash, false], object({ number: quantity }));
  return parent && parent.number + 1;
}

/**
 * Returns the block and its transactions, each with what the endpoint left out of it. Undefined where one of them, or the
 * block, cannot be completed.
 */
export async function completeFullBlock(
  rpc: Rpc,
  lookup: BlockLookup,
  options: ReadOptions,
): Promise<FullBlock | undefined> {
  const ask = askOf(rpc, options);
  const { method, param } = lookup;
  const [whole, full] = await Promise.all([
    ask(method, [param, false], blockSchema(rpc.networkId)),
    ask(method, [param, true], object({ transactions: array(unknown()) })),
  ]);
  const isPlaced = whole?.hash !== undefined && whole.number !== undefined;
  const block = isPlaced ? whole : await completeBlock(rpc, lookup, options);
  if (block === undefined || block.transactions.length > MOST_ASKED) return undefined;
  const transactions = await Promise.all(
    block.transactions.map((hash, index) => {
      const stated = safeParse(transactionSchema(rpc.networkId), full?.transactions[index]);
      return stated.success && stated.output.hash === hash ? stated.output : completeTransaction(rpc, hash, options);
    }),
  );
  return transactions.every((each) => each !== undefined) ? { block, transactions } : undefined;
}

/**
 * Returns the receipt with the events that eth_getLogs has of it, where its endpoint left them and their filter out.
 * Undefined where it lacks more.
 */
export async function completeReceipt(rpc: Rpc, hash: Hash, options: ReadOptions): Promise<Receipt | undefined> {
  const ask = askOf(rpc, options);
  const receipt = await ask('eth_getTransactionReceipt', [hash], RECORD);
  const parsed = receipt && safeParse(receiptSchema(rpc.networkId), await withLogs(ask, receipt));
  return parsed?.success && parsed.output.transactionHash === hash ? parsed.output : undefined;
}

/** The receipt with events; as it is where they cannot be had. */
async function withLogs(ask: Asked, receipt: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { logs, logsBloom, blockHash, transactionHash } = receipt;
  if (logs !== undefined || logsBloom != null) return receipt;
  const all = await ask('eth_getLogs', [{ blockHash }], array(RECORD));
  return all ? { ...receipt, logs: all.filter((log) => log.transactionHash === transactionHash) } : receipt;
}

/**
 * Returns the receipts of a block that has a place, with what the endpoint left out of them as the block and the
 * transactions state it, and the gas as what each adds to the sum. Undefined where one lacks more, or is of another place.
 */
export async function completeReceipts(
  rpc: Rpc,
  { number, hash: blockHash, transactions }: Block,
  options: ReadOptions,
): Promise<readonly Receipt[] | undefined> {
  if (number === undefined || transactions.length > MOST_ASKED) return undefined;
  const ask = askOf(rpc, options);
  const stated = await Promise.all(transactions.map((hash) => ask('eth_getTransactionReceipt', [hash], RECORD)));
  const receipts = await Promise.all(
    transactions.map(async (transactionHash, index) => {
      const receipt = stated[index];
      if (receipt === undefined) return undefined;
      const from =
        receipt.from ?? (await ask('eth_getTransactionByHash', [transactionHash], object({ from: unknown() })))?.from;
      const place = {
        transactionHash,
        blockHash,
        blockNumber: quantityHex(number),
        transactionIndex: quantityHex(index),
      };
      const whole = { ...filledBy(receipt, place), from, gasUsed: receipt.gasUsed ?? gasAdded(stated, index) };
      const parsed = safeParse(receiptSchema(rpc.networkId), await withLogs(ask, whole));
      const isOfPlace = parsed.success && parsed.output.blockNumber === number && parsed.output.index === index;
      return isOfPlace ? parsed.output : undefined;
    }),
  );
  return receipts.every((each) => each !== undefined) ? receipts : undefined;
}

/** The record, with values in place of those that it lacks. */
function filledBy(record: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  const missing = Object.entries(values).filter(([key]) => record[key] == null);
  return { ...record, ...Object.fromEntries(missing) };
}

/** What a transaction adds to the gas that its block used, where both sums are stated. */
function gasAdded(receipts: readonly (Record<string, unknown> | undefined)[], index: number): Hex | undefined {
  const [before, after] = [receipts[index - 1], receipts[index]].map((receipt) =>
    safeParse(quantity, receipt?.cumulativeGasUsed),
  );
  if (after?.success !== true) return undefined;
  if (index === 0) return quantityHex(after.output);
  return before?.success ? quantityHex(after.output - before.output) : undefined;
}

function askOf(rpc: Rpc, options: ReadOptions): Asked {
  return async (method, params, schema) => {
    const answer = await rpc.request(method, params, schema, options);
    return answer.ok ? answer.value : undefined;
  };
}

/** Runs code in the block and returns what it answers. */
async function wordAt(ask: Asked, number: number, code: Hex): Promise<Hex | undefined> {
  return ask('eth_call', [{ to: ANY_ACCOUNT }, quantityHex(number), { [ANY_ACCOUNT]: { code } }], bytes);
}

async function timeAt(ask: Asked, number: number): Promise<number | undefined> {
  const word = await wordAt(ask, number, RETURN_TIME);
  return word && Number(word);
}

/**
 * Returns the gas that the block used: what the receipt of the last transaction states, else the sum of what all
 * receipts state.
 */
async function gasUsedBy(ask: Asked, transactions: unknown): Promise<number | undefined> {
  if (!Array.isArray(transactions) || transactions.length > MOST_ASKED) return undefined;
  if (transactions.length === 0) return 0;
  const last = object({ cumulativeGasUsed: quantity });
  const stated = await ask('eth_getTransactionReceipt', [transactions.at(-1)], last);
  if (stated !== undefined) return stated.cumulativeGasUsed;
  const own = object({ gasUsed: quantity });
  const each = await Promise.all(transactions.map((hash) => ask('eth_getTransactionReceipt', [hash], own)));
  return each.every((one) => one !== undefined) ? each.reduce((sum, { gasUsed }) => sum + gasUsed, 0) : undefined;
}

async function transactionsOf(ask: Asked, by: 'Hash' | 'Number', block: string): Promise<readonly Hash[] | undefined> {
  const count = await ask(`eth_getBlockTransactionCountBy${by}`, [block], quantity);
  if (count === undefined || count > MOST_ASKED) return undefined;
  const at = (index: number) =>
    ask(`eth_getTransactionByBlock${by}AndIndex`, [block, quantityHex(index)], object({ hash: hashField }));
  const each = await Promise.all(Array.from({ length: count }, (_, index) => at(index)));
  return each.every((one) => one !== undefined) ? each.map(({ hash }) => hash) : undefined;
}
