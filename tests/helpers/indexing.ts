/** Indexers for tests: real chains and databases, short pauses. */
import type { NetworkId } from '../../src/core/chain/primitives';
import { DATABASE_NAME } from '../../src/db/database';
import { readIndexProgress } from '../../src/db/index-progress';
import { createPeerGroup, type Peers } from '../../src/net/rpc/peers';
import { createChains } from '../../src/workers/chain/chains';
import { createIndexer, type Indexer } from '../../src/workers/indexer/indexer-engine';
import { dumpDatabase } from './database-dump';
import { configOf } from './demo-engine';
import { eventually } from './eventually';
import { ANVIL_NETWORK } from './rpc';

/** Milliseconds: pauses that a test need not notice. */
const PACE = { local: 20, remote: 20, afterFailure: 20, idle: 20 };

/** An indexer that follows Anvil's network at `url`. */
export async function startIndexer(url: string, peers: Peers = createPeerGroup()()): Promise<Indexer> {
  const indexer = createIndexer(createChains(peers), peers, PACE);
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

/** What the index has: all rows, and how much room they are counted to take. */
export async function indexedRows(): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = [
    'blockSummaries',
    'transactionSummaries',
    'addressActivity',
    'tokenTransfers',
    'addressTransfers',
    'tokens',
    'tokenBalances',
    'tokenItems',
    'indexProgress',
    'storageTotals',
  ];
  const { stores } = await dumpDatabase(DATABASE_NAME);
  return Object.fromEntries(
    stores.filter(({ name }) => tables.includes(name)).map(({ name, records }) => [name, records]),
  );
}
