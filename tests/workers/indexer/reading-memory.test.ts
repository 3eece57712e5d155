/** Reading the blocks of hours: what the index keeps in memory of them does not grow with their number. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { readBlocks } from '../../../src/workers/indexer/read-blocks';
import { TokenBook } from '../../../src/workers/indexer/token-book';
import { deleteDatabase } from '../../helpers/database-dump';
import { type EndlessChain, FIRST_TOKENS, NEW_TOKENS, startEndlessChain } from '../../helpers/endless-chain';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

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

/** Blocks until everything that has a limit has reached it: the first has as many tokens as are kept. */
const WARM = 20;
/** Blocks of an hour at 12 s each. */
const HOUR = 300;
/** What may differ between two looks, such as what waits to be written. A thing kept of every block would be `HOUR`. */
const TOLERANCE = HOUR / 5;

let chain: EndlessChain;
afterEach(async () => {
  await chain?.stop();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('an hour of blocks with tokens that were never seen leaves nothing in memory', async () => {
  chain = await startEndlessChain();
  const rpc = rpcOf([chain.url]);
  const tokens = new TokenBook(ANVIL_NETWORK);
  const signal = new AbortController().signal;
  /** Transfers of a block. */
  const read = async (number: number) => {
    const blocks = await readBlocks(rpc, { first: number, last: number }, { tokens, tracer: undefined }, signal);
    return blocks.ok ? blocks.value.flatMap(({ transfers }) => transfers).length : undefined;
  };
  // The deposit of wrapped currency counts, which takes knowing what its contract says of itself.
  expect(await read(0)).toBe(FIRST_TOKENS + 1);
  for (let number = 1; number <= WARM; number++) expect(await read(number)).toBe(NEW_TOKENS + 1);
  const before = await entries.count();
  for (let number = WARM + 1; number <= WARM + HOUR; number++) expect(await read(number)).toBe(NEW_TOKENS + 1);
  expect((await entries.count()) - before).toBeLessThan(TOLERANCE);
});
