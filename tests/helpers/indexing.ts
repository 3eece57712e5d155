/** Indexers for tests: real chains and databases, short pauses. */
import type { Address, NetworkId } from '../../src/core/chain/primitives';
import type { TokenSummary } from '../../src/core/tokens/token-summary';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../src/db/chain/transaction-summaries';
import { type HeldItem, readHeldItems, readHoldings } from '../../src/db/chain-index/holdings';
import { readIndexProgress } from '../../src/db/chain-index/index-progress';
import { readHolders } from '../../src/db/chain-index/token-balances';
import { readInventory } from '../../src/db/chain-index/token-items';
import { readTokenTransfers } from '../../src/db/chain-index/token-transfers';
import { DATABASE_NAME, writeDatabase } from '../../src/db/database';
import { MAX_PAGE_ROWS } from '../../src/db/list-page';
import { readAddresses } from '../../src/db/packed/address-ids';
import { createPeerGroup, type Peers } from '../../src/net/rpc/peers';
import { Chains } from '../../src/workers/chain/chains';
import { createIndexer, type Indexer } from '../../src/workers/indexer/indexer-engine';
import { dumpDatabase } from './database-dump';
import { configOf } from './demo-engine';
import { eventually } from './eventually';
import { listEntries } from './list-entries';
import { ANVIL_NETWORK } from './rpc';

/** Milliseconds: pauses that a test need not notice. */
const PACE = { local: 20, remote: 20, afterFailure: 20, idle: 20 };

/** An indexer that follows Anvil's network at `url`. */
export async function startIndexer(url: string, peers: Peers = createPeerGroup()()): Promise<Indexer> {
  const indexer = createIndexer(new Chains(peers), peers, PACE);
  await indexer.api.configure(configOf([url]));
  await indexer.api.follow(ANVIL_NETWORK);
  return indexer;
}

/** Waits until the index has every block from 0 to `head`, and no other. */
export function indexedTo(head: number, networkId: NetworkId = ANVIL_NETWORK): Promise<void> {
  return eventually(async () => {
    const spans = (await readIndexProgress(networkId))?.spans;
    const [only, ...others] = spans ?? [];
    if (others.length > 0 || only?.first !== 0 || only.last !== head) {
      throw new Error(`indexed: ${JSON.stringify(spans)}, wanted: 0 to ${head}`);
    }
  });
}

/** What the index has, as pages read it, with what it counts of it. It is the same whatever the order of writing was. */
export async function indexedRows() {
  const { stores } = await dumpDatabase(DATABASE_NAME);
  const rowsOf = (table: string) => stores.find(({ name }) => name === table)?.records ?? [];
  const addresses = await knownAddresses();
  const page = { limit: MAX_PAGE_ROWS };
  const ofAddresses = await Promise.all(
    addresses.map(async (address) => ({
      address,
      transactions: await readTransactionsOfAddress(ANVIL_NETWORK, address, page),
      transfers: await readTokenTransfers(ANVIL_NETWORK, { of: 'address', address, kind: 'erc20' }, page),
      nftTransfers: await readTokenTransfers(ANVIL_NETWORK, { of: 'address', address, kind: 'nft' }, page),
      holdings: (await readHoldings(ANVIL_NETWORK, address)).tokens,
      items: (await readHeldItems(ANVIL_NETWORK, address, MAX_PAGE_ROWS)).items.toSorted(byItem),
      transfersOfToken: await readTokenTransfers(ANVIL_NETWORK, { of: 'token', token: address }, page),
      holders: (await readHolders(ANVIL_NETWORK, address, page)).rows.toSorted(byAddress),
      inventory: await readInventory(ANVIL_NETWORK, address, page),
    })),
  );
  return {
    ofAddresses: ofAddresses.filter(hasAnything),
    entries: await listEntries(),
    blocks: rowsOf('blockSummaries'),
    transactions: await readTransactionSummaries(ANVIL_NETWORK, page),
    tokens: rowsOf('tokens') as readonly TokenSummary[],
    progress: rowsOf('indexProgress'),
    totals: rowsOf('storageTotals'),
  };
}

/** The addresses that any list may name, in their own order. */
async function knownAddresses(): Promise<readonly Address[]> {
  const known: Address[] = [];
  await writeDatabase(async (db) => {
    const ids = await db.addressIds.toCollection().primaryKeys();
    known.push(...(await readAddresses(db, ids)).values());
  });
  return known.sort();
}

/** Whether a list has anything of an address: an address that was forgotten keeps its number. */
function hasAnything(of: object): boolean {
  return Object.values(of).some((part) => (Array.isArray(part) ? part : (part.rows ?? [])).length > 0);
}

function byAddress(a: { address: Address }, b: { address: Address }): number {
  return a.address < b.address ? -1 : 1;
}

function byItem(a: HeldItem, b: HeldItem): number {
  return a.token === b.token ? Number(a.tokenId - b.tokenId) : a.token < b.token ? -1 : 1;
}
