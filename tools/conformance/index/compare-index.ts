/** What the index says beside what the chain says: one case for each list, count, balance, holder and inventory. */
import type { NetworkId } from '../../../src/core/chain/primitives';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import * as lists from './compare-lists';
import * as tokens from './compare-tokens';
import type { Differences } from './differences';
import type { KnownChain } from './known-chain';

/** Differences that a failure tells. */
const TOLD = 3;

const PARTS: Readonly<Record<string, (networkId: NetworkId, chain: KnownChain) => Promise<Differences>>> = {
  blocks: lists.blocks,
  transactions: lists.allTransactions,
  'transactions of each block': lists.blockTransactions,
  'transactions of each address': lists.addressTransactions,
  counts: lists.counts,
  'transfers of a kind': lists.kindTransfers,
  'transfers of each token': lists.tokenTransfers,
  'transfers of each item': lists.itemTransfers,
  'transfers of each address': lists.addressTransfers,
  'symbols and decimals': tokens.words,
  balances: tokens.balances,
  'balances of items': tokens.itemBalances,
  owners: tokens.owners,
  holders: tokens.holders,
  inventories: tokens.inventories,
};

/** Compares each part of the index with the chain, a case each; `name` begins their names. */
export async function* compareIndex(name: string, networkId: NetworkId, chain: KnownChain): AsyncIterable<CaseResult> {
  for (const [part, compare] of Object.entries(PARTS)) {
    yield await judge(`${name}: ${part}`, async (check) => {
      const { compared, differences } = await compare(networkId, chain);
      check.that('there is nothing to compare', compared > 0);
      const told = differences.slice(0, TOLD).join(' | ');
      check.that(`${differences.length} of ${compared} differ: ${told}`, differences.length === 0);
    });
  }
}
