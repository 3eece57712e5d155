/** Following the head for twenty minutes: what the indexer keeps in memory does not grow with the blocks, nor with what is reorganised. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { BlockSummary } from '../../../src/core/chain/summaries';
import { readBlockSummaries } from '../../../src/db/chain/blocks';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { closeDatabase, DATABASE_NAME, onTableChange } from '../../../src/db/database';
import type { Indexer } from '../../../src/workers/indexer/indexer-engine';
import { deleteDatabase } from '../../helpers/database-dump';
import { type EndlessChain, NEW_TOKENS, startEndlessChain } from '../../helpers/endless-chain';
import { startIndexer } from '../../helpers/indexing';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const entries = await vi.hoisted(async () => {
  // What other files loaded made its collections before they were noted.
  vi.resetModules();
  return (await import('../../helpers/count-entries')).startCountingEntries();
});
afterAll(() => {
  entries.stop();
  // The modules that were loaded meanwhile hold noted collections, which are no plain ones to the next file.
  vi.resetModules();
});

/** Blocks until everything that has a limit has reached it. */
const WARM = 25;
/** Blocks of twenty minutes at 12 s each. */
const FOLLOWED = 100;
/** Blocks between two reorganisations, and how many each takes back. A look at memory comes after one, before and after the twenty minutes. */
const BETWEEN = 25;
const DEPTH = 3;
/** What may differ between two looks, such as what waits to be written. A thing kept of every block would be `FOLLOWED`. */
const TOLERANCE = FOLLOWED / 5;
const LOOKS = 8;
/** Milliseconds. */
const BETWEEN_LOOKS = 50;
/** Milliseconds: four times what a busy machine of two cores takes. */
const PATIENCE = 400_000;

let chain: EndlessChain;
let indexer: Indexer;
let onWritten = () => {};
onTableChange('blockSummaries', () => onWritten());
afterEach(async () => {
  await indexer?.stop();
  await chain?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('twenty minutes of following the head, with reorganisations, leaves nothing in memory', {
  timeout: PATIENCE,
}, async () => {
  chain = await startEndlessChain(NEW_TOKENS);
  indexer = await startIndexer(chain.url);
  await follow(WARM);
  const before = await kept();
  await follow(FOLLOWED);
  expect((await kept()) - before).toBeLessThan(TOLERANCE);
  // It was all read: of every block its transaction, the new token and the deposit.
  const blocks = chain.head + 1;
  expect(await readIndexProgress(ANVIL_NETWORK)).toMatchObject({
    blocks,
    transactions: blocks,
    erc20Transfers: blocks * (NEW_TOKENS + 1),
  });
});

/** Counts what stays: the least of several looks, since questions that are on their way hold entries of their own. */
async function kept(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
    least = Math.min(least, await entries.count());
  }
  return least;
}

/** Lets the chain grow block by block, each of which the indexer follows. */
async function follow(blocks: number): Promise<void> {
  for (let mined = 1; mined <= blocks; mined++) {
    chain.mine();
    await indexed((head) => head.number === chain.head);
    if (mined % BETWEEN === 0) await reorganise();
  }
}

/** Takes blocks back, and waits until the index has those in their place. */
async function reorganise(): Promise<void> {
  const [before] = await indexedHead();
  chain.reorganise(DEPTH);
  await indexed((head) => head.number === chain.head && head.hash !== before?.hash);
}

/** Waits until the newest indexed block is the one that is meant: it is looked at after each write. */
async function indexed(isMeant: (head: BlockSummary) => boolean): Promise<void> {
  for (;;) {
    const written = new Promise<void>((resolve) => (onWritten = resolve));
    const [head] = await indexedHead();
    if (head !== undefined && isMeant(head)) return;
    await written;
  }
}

async function indexedHead() {
  return (await readBlockSummaries(ANVIL_NETWORK, { limit: 1 })).rows;
}
