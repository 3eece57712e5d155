/** Rows found by the words of their names, among all networks at once. */
import type { Table } from 'dexie';
import type { NetworkId } from '../core/chain/primitives';
import { bestMatches } from '../core/text/match-words';
import { keyOf } from './search-keys';

/** Keys that are compared with a text that begins no key: some tens of milliseconds. */
const MAX_SCANNED = 50_000;

/** `begins`: a word of the name begins with the text. `similar`: the name has all words of the text, in any order, a letter wrong in each. */
export type NameSearch = 'begins' | 'similar';

/** Returns at most `limit` rows of `networkIds` whose names match `text`, those of the first networks first. */
export async function findNamed<Row, Key>(
  table: Table<Row, Key>,
  networkIds: readonly NetworkId[],
  text: string,
  limit: number,
  how: NameSearch,
): Promise<Row[]> {
  const present = await networksIn(table);
  const searched = networkIds.filter((id) => present.has(id));
  const found = new Map<string, Key>();
  const keys = how === 'begins' ? searched.map((id) => keyOf(id, text)) : await similarKeys(table, searched, text);
  for (const key of keys) {
    if (found.size >= limit) break;
    const rows = how === 'begins' ? table.where('searchKeys').startsWith(key) : table.where('searchKeys').equals(key);
    for (const primary of await rows.distinct().limit(limit).primaryKeys()) found.set(String(primary), primary);
  }
  const rows = await table.bulkGet([...found.values()].slice(0, limit));
  return rows.filter((row) => row !== undefined);
}

/** The keys of names that match, best first: of a name, the one that begins with all of it comes before its other words. */
async function similarKeys<Row, Key>(
  table: Table<Row, Key>,
  networkIds: readonly NetworkId[],
  text: string,
): Promise<readonly string[]> {
  const keys = (await table.orderBy('searchKeys').limit(MAX_SCANNED).uniqueKeys()).map(String);
  const order = new Map(networkIds.map((id, at) => [String(id), at]));
  const placeOf = (key: string) => order.get(key.slice(0, key.indexOf(' '))) ?? -1;
  const searched = keys.filter((key) => placeOf(key) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b));
  return bestMatches(searched, text, (key) => key.slice(key.indexOf(' ') + 1));
}

/** The networks that the table has rows of. Reads one key of each. */
async function networksIn<Row, Key>(table: Table<Row, Key>): Promise<ReadonlySet<NetworkId>> {
  const networks = new Set<NetworkId>();
  for (let last = -1; ; ) {
    const [next] = await table.where('[networkId+address]').above([last, '\uffff']).limit(1).keys();
    if (!Array.isArray(next)) return networks;
    last = Number(next[0]);
    networks.add(last as NetworkId);
  }
}
