/**
 * Lists of an address from explorers with Etherscan's API (`module=account`): transactions, calls inside of transactions,
 * token transfers. Asked with the reader's own key, and only with consent for lists: the key alone is for sources.
 */
import {
  array,
  type GenericSchema,
  type InferOutput,
  maxLength,
  object,
  optional,
  pipe,
  safeParse,
  string,
  union,
  unknown,
} from 'valibot';
import type { InternalTransaction } from '../../core/chain/internal-transaction';
import type { Selector } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { StatedTransfer } from '../../core/tokens/stated-transfer';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { address, addressOrNone, hash } from '../rpc/fields';
import type { AddressQuestion, InternalQuestion, TransactionOrigin, TransferQuestion } from './address-lists';
import { amount, wholeNumber } from './decimal-fields';
import type { EtherscanAccess } from './etherscan';
import { badAnswer, fetchJson } from './fetch-json';
import type { Consent, Cursor, Provider, ProviderPage } from './provider';

const NAME = 'Etherscan';
const MAX_BYTES = 20 * 1024 * 1024;
/** Rows of a page. */
const OFFSET = 100;
/** Rows that the API counts through: a page behind them is refused. Older ones are asked for by their blocks. */
const WINDOW = 10_000;

/** Errors come with status 200 as well: `status` is "0" and `result` a sentence. */
const answerSchema = object({
  status: string(),
  message: optional(string(), ''),
  result: union([pipe(array(unknown()), maxLength(WINDOW)), unknown()]),
});

const place = { blockNumber: wholeNumber, timeStamp: wholeNumber, hash };

const transactionItem = object({
  ...place,
  transactionIndex: wholeNumber,
  from: address,
  to: addressOrNone,
  contractAddress: addressOrNone,
  value: amount,
  input: optional(string(), ''),
  gas: wholeNumber,
  gasUsed: wholeNumber,
  gasPrice: optional(amount, '0'),
  isError: optional(string(), '0'),
});

const internalItem = object({
  ...place,
  from: address,
  to: addressOrNone,
  contractAddress: addressOrNone,
  value: amount,
  type: optional(string(), 'call'),
  traceId: optional(string()),
  /** Replaces `traceId` where the explorer is a Blockscout. */
  index: optional(string()),
  isError: optional(string(), '0'),
});

const transferItem = object({
  ...place,
  transactionIndex: optional(wholeNumber, 0),
  logIndex: optional(string()),
  from: address,
  to: address,
  contractAddress: address,
  /** Amount of an ERC-20 transfer. */
  value: optional(amount),
  /** Amount of an ERC-1155 transfer, in place of `value`. */
  tokenValue: optional(amount),
  tokenID: optional(amount),
  tokenName: optional(string(), ''),
  tokenSymbol: optional(string(), ''),
  tokenDecimal: optional(string(), ''),
});

/** Returns the provider of action=txlist. Calls inside are a question of their own. */
export function etherscanTransactions(
  access: EtherscanAccess,
): Provider<AddressQuestion, TransactionSummary, TransactionOrigin> {
  return {
    ...listsOf(access),
    async ask({ networkId, address: whose, part }, cursor, signal) {
      if (part === 'internal') return ok({ rows: [] });
      const asked = { networkId, address: whose, action: 'txlist' };
      const page = await askPage(access, asked, transactionItem, cursor, signal);
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map((row) => toSummary(networkId, row)) }) : page;
    },
  };
}

/** Returns the provider of action=txlistinternal. */
export function etherscanInternals(
  access: EtherscanAccess,
): Provider<InternalQuestion, InternalTransaction, 'etherscan'> {
  return {
    ...listsOf(access),
    async ask({ networkId, address: whose }, cursor, signal) {
      const asked = { networkId, address: whose, action: 'txlistinternal' };
      const page = await askPage(access, asked, internalItem, cursor, signal);
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map(toInternal) }) : page;
    },
  };
}

/** Returns the provider of action=tokentx for ERC-20, action=tokennfttx for ERC-721, and then action=token1155tx. */
export function etherscanTransfers(access: EtherscanAccess): Provider<TransferQuestion, StatedTransfer, 'etherscan'> {
  return {
    ...listsOf(access),
    async ask(question, cursor, signal) {
      const actions = question.kind === 'erc20' ? ['tokentx'] : ['tokennfttx', 'token1155tx'];
      const [at = '0', rest] = cursor?.split(':') ?? [];
      const action = actions[Number(at)] ?? 'tokentx';
      const asked = { networkId: question.networkId, address: question.address, action };
      const page = await askPage(access, asked, transferItem, rest as Cursor | undefined, signal);
      if (!page.ok) return page;
      const rows = page.value.rows.map((row, index) => toTransfer(question, action, row, index));
      if (page.value.next !== undefined) return ok({ rows, next: `${at}:${page.value.next}` as Cursor });
      const following = Number(at) + 1;
      return ok({ rows, ...(following < actions.length && { next: `${following}:1` as Cursor }) });
    },
  };
}

function listsOf(access: EtherscanAccess) {
  return {
    id: 'etherscan-lists',
    name: NAME,
    origin: 'etherscan',
    allowed: (consent: Consent) => consent.addressLists === true && access.key !== '',
  } as const;
}

type Asked = { networkId: number; address: string; action: string };
type Placed = { blockNumber: number; hash: string };

/**
 * A page, newest first. A cursor is the number of a page, and the newest block that is asked for where older rows than
 * the API counts through are wanted: of that block, rows may come twice.
 */
async function askPage<Item extends Placed>(
  access: EtherscanAccess,
  { networkId, address: whose, action }: Asked,
  item: GenericSchema<unknown, Item>,
  cursor: Cursor | undefined,
  signal: AbortSignal,
): Promise<Result<ProviderPage<Item>, Failure>> {
  const [page = 1, endBlock] = (cursor ?? '1').split('.').map(Number);
  const query = {
    chainid: String(networkId),
    module: 'account',
    action,
    address: whose,
    page: String(page),
    offset: String(OFFSET),
    sort: 'desc',
    ...(endBlock !== undefined && { endblock: String(endBlock) }),
    apikey: access.key,
  };
  const url = new URL(access.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetchJson({ name: NAME, url: url.href, maxBytes: MAX_BYTES }, { signal, timeout: 30_000 });
  if (!answer.ok) return answer;
  const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
  const { message, result } = parsed.output;
  if (!Array.isArray(result)) {
    return /^no .* found/i.test(message) ? ok({ rows: [] }) : fail(refusal(action, String(result ?? message)));
  }
  // What the first block gave accounts has no transaction.
  const mined = result.filter((row) => !isGenesis(row)).map(withHash);
  const rows = safeParse(array(item), mined, { abortEarly: true });
  if (!rows.success) return fail(badAnswer(NAME, rows.issues[0].message.slice(0, 200)));
  if (result.length < OFFSET) return ok({ rows: rows.output });
  const lowest = rows.output.at(-1)?.blockNumber;
  if ((page + 1) * OFFSET <= WINDOW) return ok({ rows: rows.output, next: cursorOf(page + 1, endBlock) });
  const isOn = lowest !== undefined && lowest !== endBlock;
  return ok({ rows: rows.output, ...(isOn && { next: cursorOf(1, lowest) }) });
}

function cursorOf(page: number, endBlock: number | undefined): Cursor {
  return (endBlock === undefined ? String(page) : `${page}.${endBlock}`) as Cursor;
}

function isGenesis(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'hash' in row && String(row.hash).startsWith('GENESIS');
}

/** Blockscout's answer to txlistinternal calls the hash otherwise. */
function withHash(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || 'hash' in row) return row;
  return 'transactionHash' in row ? { ...row, hash: row.transactionHash } : row;
}

function refusal(action: string, sentence: string): Failure {
  const limited = /rate limit/i.test(sentence);
  const wantsKey = /api key/i.test(sentence);
  return failure(
    limited ? 'rateLimited' : 'badAnswer',
    limited
      ? `${NAME} limits how often it may be asked. Wait a little.`
      : wantsKey
        ? `${NAME} refuses the key.`
        : `${NAME} did not answer the question.`,
    { raw: sentence.slice(0, 2_000), attempts: [{ source: NAME, method: action, outcome: 'refused' }] },
  );
}

function toSummary(
  networkId: TransactionSummary['networkId'],
  row: InferOutput<typeof transactionItem>,
): TransactionSummary {
  const { to, contractAddress, input } = row;
  const summary: TransactionSummary = {
    networkId,
    hash: row.hash,
    from: row.from,
    value: row.value,
    gas: row.gas,
    gasUsed: row.gasUsed,
    fee: BigInt(row.gasUsed) * row.gasPrice,
    blockNumber: row.blockNumber,
    index: row.transactionIndex,
    timestamp: row.timeStamp,
    status: row.isError === '0' ? 'success' : 'failed',
  };
  if (to) {
    summary.to = to;
    if (/^0x[0-9a-f]{8}/i.test(input)) summary.selector = input.slice(0, 10).toLowerCase() as Selector;
  } else if (contractAddress && row.isError === '0') {
    summary.contractAddress = contractAddress;
  }
  return summary;
}

function toInternal(row: InferOutput<typeof internalItem>): InternalTransaction {
  const to = row.to ?? row.contractAddress;
  return {
    hash: row.hash,
    place: row.traceId ?? row.index ?? '',
    blockNumber: row.blockNumber,
    timestamp: row.timeStamp,
    type: row.type,
    from: row.from,
    ...(to && { to }),
    value: row.value,
    isFailed: row.isError !== '0',
  };
}

/** Makes a transfer. Without the place of its log it is told from others by its place in the answer. */
function toTransfer(
  { networkId }: TransferQuestion,
  action: string,
  row: InferOutput<typeof transferItem>,
  at: number,
): StatedTransfer {
  const standard = action === 'tokentx' ? 'ERC-20' : action === 'tokennfttx' ? 'ERC-721' : 'ERC-1155';
  const decimals = /^\d{1,3}$/.test(row.tokenDecimal) ? Number(row.tokenDecimal) : undefined;
  const logIndex = row.logIndex === undefined ? Number.NaN : Number(row.logIndex);
  return {
    transfer: {
      standard,
      token: row.contractAddress,
      ...(standard !== 'ERC-20' && row.tokenID !== undefined && { tokenId: row.tokenID }),
      from: row.from,
      to: row.to,
      amount: standard === 'ERC-721' ? 1n : (row.tokenValue ?? row.value ?? 0n),
      blockNumber: row.blockNumber,
      position: Number.isSafeInteger(logIndex) ? logIndex : at,
      transactionIndex: row.transactionIndex,
    },
    token: {
      networkId,
      address: row.contractAddress,
      standard,
      ...(row.tokenSymbol !== '' && { symbol: row.tokenSymbol }),
      ...(row.tokenName !== '' && { name: row.tokenName }),
      ...(decimals !== undefined && standard === 'ERC-20' && { decimals }),
    },
    hash: row.hash,
    timestamp: row.timeStamp,
  };
}
