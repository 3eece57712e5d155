/** The token lists that the reader added, with their tokens. Never evicted. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { KeptListedToken } from '../../core/tokens/listed-names';
import type { ListedToken } from '../../core/tokens/token-list';
import { withDatabase, writeDatabase } from '../database';
import { findNamed, type NameSearch } from '../find-named';
import type { LoupeDatabase } from '../loupe-database';
import { readableRows } from '../rows/fields';
import { fromListedTokenRow, type ListedTokenRow, toListedTokenRow } from '../rows/listed-token-row';
import { fromTokenListRow, type TokenListRow } from '../rows/token-list-row';
import { keyOf } from '../search-keys';

/** Reads all lists, in the order in which they were added. Observable by live queries. */
export function readTokenLists(): Promise<readonly TokenListRow[]> {
  return withDatabase<readonly TokenListRow[]>([], listsOf);
}

/** Keeps a list with its tokens in place of what was kept of it, all at once; false when storage refused. */
export function saveTokenList(list: TokenListRow, tokens: readonly ListedToken[]): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'tokenLists', 'listedTokens', async () => {
      await db.listedTokens.where('listId').equals(list.id).delete();
      await db.listedTokens.bulkPut(tokens.map((token) => toListedTokenRow(list.id, token)));
      await db.tokenLists.put(list);
    }),
  );
}

/**
 * Keeps when the URL of a list was asked, and why that failed; absent where it did not. Changes nothing where the list
 * was deleted in the meantime. False when storage refused.
 */
export function saveListCheck(id: string, checkedAt: number, problem?: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.tokenLists
      .where('id')
      .equals(id)
      .modify((list) => {
        list.checkedAt = checkedAt;
        if (problem === undefined) delete list.problem;
        else list.problem = problem;
      }),
  );
}

/**
 * Returns the lists whose URLs were last asked before `time`, milliseconds since the epoch. Marks them as asked at
 * `now`, so that no other tab asks them, too. Empty when storage refused.
 */
export async function claimListsBefore(time: number, now: number): Promise<readonly TokenListRow[]> {
  let claimed: readonly TokenListRow[] = [];
  await writeDatabase((db) =>
    db.transaction('rw', 'tokenLists', async () => {
      claimed = (await listsOf(db)).filter(({ from, checkedAt }) => from !== undefined && checkedAt < time);
      await db.tokenLists.bulkPut(claimed.map((list) => ({ ...list, checkedAt: now })));
    }),
  );
  return claimed;
}

/** Deletes a list with its tokens; false when storage refused. */
export function deleteTokenList(id: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'tokenLists', 'listedTokens', async () => {
      await db.tokenLists.delete(id);
      await db.listedTokens.where('listId').equals(id).delete();
    }),
  );
}

/**
 * Reads the entries that lists have of tokens of a network, by address. Where several lists have a token, the list
 * that was added first counts. Observable by live queries.
 */
export function readListedTokens(
  networkId: NetworkId,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, KeptListedToken>> {
  const keys = [...new Set(addresses)].map((address): [number, string] => [networkId, address]);
  return withDatabase<ReadonlyMap<Address, KeptListedToken>>(new Map(), async (db) => {
    const rows = await db.listedTokens.where('[networkId+address]').anyOf(keys).toArray();
    return new Map((await firstOfEach(db, rows)).map((token) => [token.address, token]));
  });
}

/** Finds listed tokens of a network with a word of their symbol or name that begins with `text`, each once, at most `limit`. */
export function findListedTokens(
  networkId: NetworkId,
  text: string,
  limit: number,
): Promise<readonly KeptListedToken[]> {
  return withDatabase<readonly KeptListedToken[]>([], async (db) => {
    const found = db.listedTokens.where('searchKeys').startsWith(keyOf(networkId, text)).distinct();
    return firstOfEach(db, await found.limit(limit).toArray());
  });
}

/** Returns listed tokens of `networkIds` whose symbol or name matches `text`, each once, at most `limit`. */
export function searchListedTokens(
  networkIds: readonly NetworkId[],
  text: string,
  limit: number,
  how: NameSearch,
): Promise<readonly KeptListedToken[]> {
  return withDatabase<readonly KeptListedToken[]>([], async (db) =>
    firstOfEach(db, await findNamed(db.listedTokens, networkIds, text, limit, how)),
  );
}

async function listsOf(db: LoupeDatabase): Promise<readonly TokenListRow[]> {
  const lists = readableRows(await db.tokenLists.toArray(), fromTokenListRow);
  return lists.toSorted((a, b) => a.addedAt - b.addedAt);
}

/** Each token once, from the list that was added first. */
async function firstOfEach(db: LoupeDatabase, rows: readonly ListedTokenRow[]): Promise<readonly KeptListedToken[]> {
  if (rows.length === 0) return [];
  const lists = await listsOf(db);
  const order = new Map(lists.map(({ id, name }, at) => [id, { at, name }]));
  const first = new Map<string, { at: number; token: KeptListedToken }>();
  for (const { listId, ...token } of readableRows(rows, fromListedTokenRow)) {
    const list = order.get(listId);
    const place = `${token.networkId} ${token.address}`;
    const known = first.get(place);
    if (list === undefined || (known !== undefined && known.at <= list.at)) continue;
    first.set(place, { at: list.at, token: { ...token, list: list.name } });
  }
  return [...first.values()].map(({ token }) => token);
}
