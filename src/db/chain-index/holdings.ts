/**
 * Holdings of addresses by the indexed transfers: of tokens and collections as a whole, and of single items of
 * collections.
 */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { readTokens } from '../contracts/tokens';
import { withDatabase } from '../database';
import { MAX_PAGE_ROWS } from '../list-page';
import type { LoupeDatabase } from '../loupe-database';
import { findAddressId, readAddresses } from '../packed/address-ids';
import type { ListEntry } from '../packed/leaf';
import { listNames } from '../packed/list-names';
import { readEntries } from '../packed/packed-lists';
import { ITEMS, unpackHolding, WHOLES } from '../rows/holding-row';
import { readTokenTransfers } from './token-transfers';

/** A token that an address has some of. */
export type Holding = {
  networkId: NetworkId;
  token: Address;
  /**
   * Sum of the indexed transfers: in the smallest unit for an ERC-20, in items for a collection. Negative where the
   * index lacks the first transfers.
   */
  amount: bigint;
  /** What the contract says of itself, where it was asked. */
  summary: TokenSummary | undefined;
};

/** An item that an address has. */
export type HeldItem = Holding & { tokenId: bigint };

export type Holdings = {
  tokens: readonly Holding[];
  /** Whether the address has more holdings than are read. */
  isCut: boolean;
};

/** The most tokens that are read of one address: strangers may have sent it thousands. */
const MAX_TOKENS = 1_000;

/**
 * Reads the tokens and collections of an address on a network, ordered by the addresses of their contracts.
 * Observable by live queries.
 */
export function readHoldings(networkId: NetworkId, holder: Address): Promise<Holdings> {
  return withDatabase<Holdings>({ tokens: [], isCut: false }, async (db) => {
    const id = await findAddressId(db, holder);
    if (id === undefined) return { tokens: [], isCut: false };
    const list = listNames.holdings(networkId, id);
    const found = await readEntries(db, list, { prefix: WHOLES, limit: MAX_TOKENS + 1 });
    const tokens = await describeHoldings(db, networkId, found.slice(0, MAX_TOKENS));
    const byAddress = tokens.toSorted((a, b) => (a.token < b.token ? -1 : 1));
    return {
      tokens: byAddress.map(({ tokenId: _, ...holding }) => holding),
      isCut: found.length > MAX_TOKENS,
    };
  });
}

/** Number of entries that are read at once. */
const CHUNK = 500;
/** Transfers among which tokens are looked for that an address no longer has. */
const MAX_PAST = 2_000;

/**
 * Reads the fungible tokens of which an address has received or sent some, whatever it has now, by its 2,000 newest
 * transfers; those it has now are among them. Observable by live queries.
 */
export async function readMovedTokens(
  networkId: NetworkId,
  address: Address,
): Promise<readonly Omit<Holding, 'amount'>[]> {
  const found = new Map<Address, Omit<Holding, 'amount'>>();
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAST; read += MAX_PAGE_ROWS) {
    const page = await readTokenTransfers(
      networkId,
      { of: 'address', address, kind: 'erc20' },
      { limit: MAX_PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) },
    );
    for (const { transfer, token: summary } of page.rows)
      found.set(transfer.token, { networkId, token: transfer.token, summary });
    cursor = page.next;
    if (cursor === undefined) break;
  }
  return [...found.values()];
}

/**
 * Reads the first `limit` items of an address on a network, collection by collection; `isCut` says whether there are
 * more. Observable by live queries.
 */
export function readHeldItems(
  networkId: NetworkId,
  holder: Address,
  limit: number,
): Promise<{ items: readonly HeldItem[]; isCut: boolean }> {
  return withDatabase<{ items: readonly HeldItem[]; isCut: boolean }>({ items: [], isCut: false }, async (db) => {
    const id = await findAddressId(db, holder);
    if (id === undefined) return { items: [], isCut: false };
    const list = listNames.holdings(networkId, id);
    const found: ListEntry[] = [];
    let after: string | undefined;
    while (found.length <= limit) {
      const entries = await readEntries(db, list, { prefix: ITEMS, after, limit: CHUNK });
      found.push(...entries.filter((entry) => (unpackHolding(entry)?.amount ?? 0n) > 0n));
      after = entries.at(-1)?.order;
      if (entries.length < CHUNK) break;
    }
    const held = await describeHoldings(db, networkId, found.slice(0, limit));
    return {
      items: held.flatMap(({ tokenId, ...item }) => (tokenId === undefined ? [] : [{ ...item, tokenId }])),
      isCut: found.length > limit,
    };
  });
}

async function describeHoldings(
  db: LoupeDatabase,
  networkId: NetworkId,
  entries: readonly ListEntry[],
): Promise<readonly (Holding & { tokenId: bigint | undefined })[]> {
  const held = entries.map(unpackHolding).filter((holding) => holding !== undefined);
  const addresses = await readAddresses(
    db,
    held.map(({ token }) => token),
  );
  const summaries = await readTokens(networkId, [...addresses.values()]);
  return held.flatMap(({ token: id, tokenId, amount }) => {
    const token = addresses.get(id);
    return token === undefined ? [] : [{ networkId, token, tokenId, amount, summary: summaries.get(token) }];
  });
}
