/** What an address has, by the indexed transfers: fungible tokens and collections as wholes, and the items of collections. */
import type { Address, NetworkId } from '../core/chain/primitives';
import type { TokenSummary } from '../core/tokens/token-summary';
import { withDatabase } from './database';
import { parseTokenBalanceRow, type TokenBalanceRow } from './rows/token-balance-row';
import { readTokens } from './tokens';

/** A token that an address has some of. */
export type Holding = {
  networkId: NetworkId;
  token: Address;
  /** Sum of the indexed transfers: of an ERC-20 in its smallest unit, of a collection how many items. Negative where the index lacks the first of them. */
  amount: bigint;
  /** What the contract says of itself, where it was asked. */
  summary: TokenSummary | undefined;
};

/** An item that an address has. */
export type HeldItem = Holding & { tokenId: bigint };

export type Holdings = { tokens: readonly Holding[] /** There are more than are read. */; isCut: boolean };

/** Tokens of one address that are read: those that strangers send to everybody may be thousands. */
const MAX_TOKENS = 1_000;
/** Rows that are read at once. The items of a collection lie between two tokens, and are skipped beyond this many. */
const CHUNK = 500;
const INDEX = '[networkId+holder+token+tokenId]';

/** The tokens and collections of an address on a network, by the addresses of their contracts. Observable by live queries. */
export function readHoldings(networkId: NetworkId, holder: Address): Promise<Holdings> {
  return withDatabase<Holdings>({ tokens: [], isCut: false }, async (db) => {
    const wholes: TokenBalanceRow[] = [];
    let start = ['', ''];
    while (wholes.length <= MAX_TOKENS) {
      const found = await db.tokenBalances
        .where(INDEX)
        .between([networkId, holder, ...start], [networkId, holder, 'g', ''], false, false)
        .limit(CHUNK)
        .toArray();
      const rows = found.map(parseTokenBalanceRow).filter((row) => row !== undefined);
      wholes.push(...rows.filter(({ tokenId }) => tokenId === ''));
      const last = found.at(-1);
      if (found.length < CHUNK || last === undefined) break;
      start = [last.token, 'g'];
    }
    const tokens = await described(networkId, wholes.slice(0, MAX_TOKENS));
    return { tokens, isCut: wholes.length > MAX_TOKENS };
  });
}

/** The first `limit` items of an address on a network, by the addresses of their contracts. Observable by live queries. */
export function readHeldItems(
  networkId: NetworkId,
  holder: Address,
  limit: number,
): Promise<{ items: readonly HeldItem[]; isCut: boolean }> {
  return withDatabase<{ items: readonly HeldItem[]; isCut: boolean }>({ items: [], isCut: false }, async (db) => {
    const found = await db.tokenBalances
      .where(INDEX)
      .between([networkId, holder, '', ''], [networkId, holder, 'g', ''])
      .filter(({ tokenId, amount }) => tokenId !== '' && amount > 0n)
      .limit(limit + 1)
      .toArray();
    const rows = found
      .slice(0, limit)
      .map(parseTokenBalanceRow)
      .filter((row) => row !== undefined);
    const holdings = await described(networkId, rows);
    return {
      items: holdings.map((holding, at) => ({ ...holding, tokenId: BigInt(rows[at]?.tokenId ?? 0) })),
      isCut: found.length > limit,
    };
  });
}

async function described(networkId: NetworkId, rows: readonly TokenBalanceRow[]): Promise<readonly Holding[]> {
  const tokens = await readTokens(
    networkId,
    rows.map(({ token }) => token),
  );
  return rows.map(({ token, amount }) => ({ networkId, token, amount, summary: tokens.get(token) }));
}
