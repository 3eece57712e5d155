/** The assets that a transaction moved, as `loupe tx --json` prints them. */
import type { Address } from '../../../src/core/chain/primitives';
import type { Transfers } from '../../../src/workers/trace/views.api';
import { type NameFact, named } from './values';

export type AssetFacts = {
  /** The transaction failed: nothing moved. */
  undone: boolean;
  /** Nothing says whether the transaction failed. */
  unsure?: true;
  count: number;
  transfers: readonly (Omit<Transfers['transfers'][number], 'amount' | 'tokenId' | 'row' | 'depthId'> & {
    id: string;
    amount: string;
    tokenId?: string;
  })[];
  changes: readonly {
    address: Address;
    standard: string;
    token?: Address;
    tokenId?: string;
    amount: string;
    /** By how much the balance changed, as the token answers, where its events add up to another amount. */
    held?: string;
  }[];
  tokens: readonly {
    address: Address;
    standard: string;
    symbol?: string;
    decimals?: number;
    name?: NameFact;
    /** What an ERC-6909 says of the items that moved. */
    items?: readonly { tokenId: string; symbol?: string; decimals?: number }[];
  }[];
  /** Events by which several items moved, and which cannot be read: why, in a sentence. */
  malformed?: readonly { id: string; sentence: string }[];
};

/** Returns the transfers and changes of balances, amounts as decimal text in the smallest unit. */
export function assetFacts({ undone, unsure, count, transfers, changes, tokens, malformed }: Transfers): AssetFacts {
  return {
    undone,
    ...(unsure && { unsure }),
    count,
    transfers: transfers.map(({ depthId, amount, tokenId, row: _, ...others }) => ({
      id: depthId,
      ...others,
      amount: amount.toString(),
      ...(tokenId !== undefined && { tokenId: tokenId.toString() }),
    })),
    changes: changes.map(({ amount, tokenId, held, ...others }) => ({
      ...others,
      amount: amount.toString(),
      ...(held !== undefined && { held: held.toString() }),
      ...(tokenId !== undefined && { tokenId: tokenId.toString() }),
    })),
    tokens: tokens.map(({ name, items, ...others }) => ({
      ...others,
      ...named('name', name),
      ...(items && {
        items: items.map(({ tokenId, symbol, decimals }) => ({
          tokenId: tokenId.toString(),
          ...(symbol !== undefined && { symbol }),
          ...(decimals !== undefined && { decimals }),
        })),
      }),
    })),
    ...(malformed && { malformed: malformed.map(({ depthId, sentence }) => ({ id: depthId, sentence })) }),
  };
}
