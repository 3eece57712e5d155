/**
 * Tables `tokenTransfers` and `addressTransfers`: the transfers of indexed blocks, and which of them an address sent or
 * received. What a list shows of their transactions is in `transactionSummaries`.
 */
import * as v from 'valibot';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { kindOf, type TokenTransfer, type TransferKind } from '../../core/tokens/token-transfers';
import { type AllStored, address, count, definedFields, networkId, parseRow } from './fields';

/** A token id as keys have it: 0x and hex digits without leading zeros. */
const TOKEN_ID = /^0x[0-9a-f]{1,64}$/;
const tokenId = v.custom<`0x${string}`>((value) => typeof value === 'string' && TOKEN_ID.test(value));

const row = v.object({
  networkId,
  blockNumber: count,
  position: count,
  kind: v.picklist(['erc20', 'nft']),
  standard: v.picklist(['ERC-20', 'ERC-721', 'ERC-1155']),
  token: address,
  /** Text, because IndexedDB has no index of integers of 256 bits. */
  tokenId: v.exactOptional(tokenId),
  from: address,
  to: address,
  amount: v.bigint(),
  transactionIndex: count,
});

export type TokenTransferRow = v.InferOutput<typeof row>;

export type AddressTransferRow = {
  networkId: NetworkId;
  address: Address;
  kind: TransferKind;
  blockNumber: number;
  position: number;
};

export function toTokenTransferRow(id: NetworkId, transfer: TokenTransfer): TokenTransferRow {
  return definedFields({
    networkId: id,
    blockNumber: transfer.blockNumber,
    position: transfer.position,
    kind: kindOf(transfer.standard),
    standard: transfer.standard,
    token: transfer.token,
    tokenId: transfer.tokenId === undefined ? undefined : tokenIdKey(transfer.tokenId),
    from: transfer.from,
    to: transfer.to,
    amount: transfer.amount,
    transactionIndex: transfer.transactionIndex,
  });
}

/** Undefined where the row is damaged. */
export function fromTokenTransferRow(stored: unknown): TokenTransfer | undefined {
  const parsed = parseRow(row, stored);
  if (parsed === undefined) return undefined;
  const { networkId: _, kind: __, tokenId: id, ...transfer } = parsed;
  return id === undefined ? transfer : { ...transfer, tokenId: BigInt(id) };
}

export function tokenIdKey(id: bigint): `0x${string}` {
  return `0x${id.toString(16)}`;
}

/** The rows of `addressTransfers` that belong to a transfer: one where sender and receiver are the same. */
export function addressTransfersOf({ networkId: id, from, to, kind, blockNumber, position }: TokenTransferRow) {
  return [...new Set([from, to])].map(
    (party): AddressTransferRow => ({ networkId: id, address: party, kind, blockNumber, position }),
  );
}

true satisfies AllStored<TokenTransfer, TokenTransferRow>;
