/** What token contracts say of themselves. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { withDatabase, writeDatabase } from '../database';
import { findNamed, type NameSearch } from '../find-named';
import { readableRows } from '../rows/fields';
import { fromTokenRow, toTokenRow } from '../rows/token-row';

/** Reads the summaries of those `addresses` that are known as tokens. Observable by live queries. */
export async function readTokens(
  networkId: NetworkId,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, TokenSummary>> {
  const asked = [...new Set(addresses)];
  const rows = await withDatabase<unknown[]>([], (db) =>
    db.tokens.bulkGet(asked.map((address): [number, string] => [networkId, address])),
  );
  const tokens = rows.map(fromTokenRow).filter((token) => token !== undefined);
  return new Map(tokens.map((token) => [token.address, token]));
}

/** Returns tokens of `networkIds` whose symbol or name matches `text`, at most `limit`. */
export function findTokens(
  networkIds: readonly NetworkId[],
  text: string,
  limit: number,
  how: NameSearch,
): Promise<readonly TokenSummary[]> {
  return withDatabase<readonly TokenSummary[]>([], async (db) =>
    readableRows(await findNamed(db.tokens, networkIds, text, limit, how), fromTokenRow),
  );
}

/**
 * Reads at most `limit` kept ERC-20 tokens of a network, in the order of their addresses. Observable by live
 * queries.
 */
export function readFungibleTokens(networkId: NetworkId, limit: number): Promise<readonly TokenSummary[]> {
  return withDatabase<readonly TokenSummary[]>([], async (db) => {
    const rows = await db.tokens
      .where('[networkId+address]')
      .between([networkId, ''], [networkId, 'g'])
      .filter(({ standard }) => standard === 'ERC-20')
      .limit(limit)
      .toArray();
    return readableRows(rows, fromTokenRow);
  });
}

/** Keeps summaries of tokens in place of earlier ones; false when storage refused. */
export function saveTokens(tokens: readonly TokenSummary[]): Promise<boolean> {
  return writeDatabase((db) => db.tokens.bulkPut(tokens.map(toTokenRow)));
}
