/** Token lists of the reader: loaded where the reader allows it, checked again once a day, and kept. */

import { compareVersions, parseTokenList, type TokenList, type TokenListVersion } from '../../core/tokens/token-list';
import { type Failure, failure } from '../../core/values/failure';
import { parseJson } from '../../core/values/json-fields';
import { fail, ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import { claimListsBefore, readTokenLists, saveListCheck, saveTokenList } from '../../db/reader/token-lists';
import type { TokenListRow } from '../../db/rows/token-list-row';
import { askProviders } from '../../net/providers/ask-providers';
import { parseListAddress, tokenListHosts } from '../../net/providers/token-lists';
import type { Chains } from '../chain/chains';

/** Milliseconds between two questions for a list: their makers publish new versions every few weeks. */
const CHECKED_AGAIN = 24 * 60 * 60_000;
/** Lists that are kept at most: each may have 10,000 tokens. */
const MAX_LISTS = 20;

/** Loads the list at an address and keeps it, unless a newer version of it is kept already. */
export function loadTokenList(chains: Chains, address: string): Promise<Result<TokenListRow, Failure>> {
  return loadAndKeep(chains, address, true);
}

async function loadAndKeep(chains: Chains, address: string, mayAdd: boolean): Promise<Result<TokenListRow, Failure>> {
  const uri = parseListAddress(address);
  if (uri === undefined) {
    return fail(
      failure('unsupported', 'A token list is at https:// on a public host, or at ipfs:// with a content id.'),
    );
  }
  const [{ thirdParties }, consent] = await Promise.all([chains.config(), readPreference('providers')]);
  const provider = tokenListHosts(thirdParties);
  if (!provider.allowed(consent)) {
    return fail(failure('providerOff', 'Token lists are not switched on, so nobody was asked.'));
  }
  const page = await askProviders([provider], { uri }, { consent, signal: new AbortController().signal });
  if (!page.ok) return page;
  const [list] = page.value.rows;
  if (list === undefined) return fail(failure('notFound', 'There is nothing at this address.'));
  const id = address.trim();
  return keep(id, id, list, mayAdd);
}

/** Keeps the list in the text of a file, in place of one of the same name from a file. */
export async function keepTokenListFile(text: string): Promise<Result<TokenListRow, Failure>> {
  const list = parseTokenList(parseJson(text));
  if (!list.ok) return fail(failure('badAnswer', list.error));
  return keep(`file ${list.value.name}`, undefined, list.value, true);
}

/**
 * Asks again for lists that were last asked for more than a day ago. Where a list cannot be had, its kept tokens stay,
 * and the reason is kept with them.
 */
export async function refreshTokenLists(chains: Chains): Promise<void> {
  // The lists are read before anything is written, because most readers have none.
  if ((await readTokenLists()).length === 0 || (await readPreference('providers')).tokenLists !== true) return;
  const now = Date.now();
  // The id of a list from an address is that address.
  for (const { id } of await claimListsBefore(now - CHECKED_AGAIN, now)) {
    const loaded = await loadAndKeep(chains, id, false);
    if (!loaded.ok) await saveListCheck(id, now, loaded.error.message);
  }
}

/** Keeps a list. Where it may not add one, a list that the reader removed meanwhile stays removed. */
async function keep(
  id: string,
  from: string | undefined,
  list: TokenList,
  mayAdd: boolean,
): Promise<Result<TokenListRow, Failure>> {
  const lists = await readTokenLists();
  const before = lists.find((each) => each.id === id);
  if (before === undefined && !mayAdd) return fail(failure('notFound', 'The list was removed while it was loaded.'));
  if (before === undefined && lists.length >= MAX_LISTS) {
    return fail(failure('tooLarge', `${MAX_LISTS} lists are kept, which is the most. Remove one first.`));
  }
  const now = Date.now();
  if (before !== undefined && from !== undefined) {
    const newer = compareVersions(list.version, before.version);
    if (newer < 0) {
      const [there, here] = [list.version, before.version].map(versionText);
      return fail(
        failure(
          'badAnswer',
          `The list now has version ${there}, which is older than ${here}, so version ${here} stays.`,
        ),
      );
    }
    if (newer === 0 && list.timestamp === before.timestamp && list.tokens.length === before.tokens) {
      await saveListCheck(id, now);
      const { problem: _, ...same } = before;
      return ok({ ...same, checkedAt: now });
    }
  }
  const row: TokenListRow = {
    id,
    ...(from === undefined ? {} : { from }),
    name: list.name,
    version: [...list.version],
    timestamp: list.timestamp,
    tokens: list.tokens.length,
    leftOut: list.leftOut,
    addedAt: before?.addedAt ?? now,
    checkedAt: now,
  };
  if (await saveTokenList(row, list.tokens)) return ok(row);
  return fail(failure('storage', 'The browser refused storage, so the list was not kept.'));
}

function versionText(version: TokenListVersion): string {
  return version.join('.');
}
