/**
 * What an address moved inside of transactions, from a Blockscout instance (REST API v2): token transfers, and calls that
 * the instance's node traced. It learns which addresses are looked at.
 */
import { boolean, type InferOutput, nullish, number, object, string } from 'valibot';
import type { InternalTransaction } from '../../core/chain/internal-transaction';
import type { TokenStandard } from '../../core/chain/token-standard';
import type { StatedTransfer } from '../../core/tokens/stated-transfer';
import { ok } from '../../core/values/result';
import { address, hash } from '../rpc/fields';
import type { InternalQuestion, TransferQuestion } from './address-lists';
import { askBlockscout, BLOCKSCOUT_LISTS, secondsOf } from './blockscout-page';
import { amount, wholeNumber } from './decimal-fields';
import type { Provider } from './provider';

const party = object({ hash: address });
const KINDS = { erc20: 'ERC-20', nft: 'ERC-721,ERC-1155' };

const transferItem = object({
  transaction_hash: hash,
  block_number: number(),
  log_index: nullish(number()),
  timestamp: nullish(string()),
  from: party,
  to: party,
  token: object({
    address_hash: nullish(address),
    /** Replaces `address_hash` in versions before 8. */
    address: nullish(address),
    symbol: nullish(string()),
    name: nullish(string()),
    decimals: nullish(wholeNumber),
    type: nullish(string()),
  }),
  total: nullish(object({ value: nullish(amount), token_id: nullish(amount), decimals: nullish(wholeNumber) })),
});

const internalItem = object({
  transaction_hash: hash,
  block_number: number(),
  index: number(),
  timestamp: nullish(string()),
  type: string(),
  from: party,
  to: nullish(party),
  created_contract: nullish(party),
  value: amount,
  success: nullish(boolean()),
});

/** Returns the provider of GET /addresses/{address}/token-transfers, of the instance whose API is at `baseUrl`. */
export function blockscoutTransfers(baseUrl: string): Provider<TransferQuestion, StatedTransfer, 'blockscout'> {
  return {
    ...BLOCKSCOUT_LISTS,
    async ask(question, cursor, signal) {
      const path = `/addresses/${question.address}/token-transfers?type=${KINDS[question.kind]}`;
      const page = await askBlockscout(baseUrl, path, transferItem, cursor, signal);
      if (!page.ok) return page;
      const rows = page.value.rows.flatMap((each, at) => toTransfer(question, each, at) ?? []);
      return ok({ ...page.value, rows });
    },
  };
}

/** Returns the provider of GET /addresses/{address}/internal-transactions. */
export function blockscoutInternals(baseUrl: string): Provider<InternalQuestion, InternalTransaction, 'blockscout'> {
  return {
    ...BLOCKSCOUT_LISTS,
    async ask({ address: whose }, cursor, signal) {
      const path = `/addresses/${whose}/internal-transactions`;
      const page = await askBlockscout(baseUrl, path, internalItem, cursor, signal);
      return page.ok ? ok({ ...page.value, rows: page.value.rows.map(toInternal) }) : page;
    },
  };
}

/** `at` is the place among the rows of the answer, for items of one batch. Undefined for standards that lists do not have. */
function toTransfer(
  { networkId }: TransferQuestion,
  { token, total, from, to, ...item }: InferOutput<typeof transferItem>,
  at: number,
): StatedTransfer | undefined {
  const own = token.address_hash ?? token.address;
  const standard = standardOf(token.type);
  if (own === null || own === undefined || standard === undefined) return undefined;
  const tokenId = total?.token_id;
  const decimals = token.decimals ?? total?.decimals;
  const timestamp = secondsOf(item.timestamp);
  return {
    transfer: {
      standard,
      token: own,
      ...(typeof tokenId === 'bigint' && standard !== 'ERC-20' && { tokenId }),
      from: from.hash,
      to: to.hash,
      amount: total?.value ?? (standard === 'ERC-721' ? 1n : 0n),
      blockNumber: item.block_number,
      position: item.log_index ?? at,
      transactionIndex: 0,
    },
    token: {
      networkId,
      address: own,
      standard,
      ...(typeof token.symbol === 'string' && { symbol: token.symbol }),
      ...(typeof token.name === 'string' && { name: token.name }),
      ...(typeof decimals === 'number' && { decimals }),
    },
    hash: item.transaction_hash,
    ...(timestamp !== undefined && { timestamp }),
  };
}

/** A token without a stated standard is an ERC-20; ERC-404 and others are in no list. */
function standardOf(type: string | null | undefined): TokenStandard | undefined {
  if (type === null || type === undefined) return 'ERC-20';
  return type === 'ERC-20' || type === 'ERC-721' || type === 'ERC-1155' ? type : undefined;
}

function toInternal(item: InferOutput<typeof internalItem>): InternalTransaction {
  const to = item.to ?? item.created_contract;
  const timestamp = secondsOf(item.timestamp);
  return {
    hash: item.transaction_hash,
    place: String(item.index),
    blockNumber: item.block_number,
    ...(timestamp !== undefined && { timestamp }),
    type: item.type,
    from: item.from.hash,
    ...(to && { to: to.hash }),
    value: item.value,
    isFailed: item.success === false,
  };
}
