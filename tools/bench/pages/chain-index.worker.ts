/// <reference lib="webworker" />
/** Indexes a chain, fills an index with made-up blocks, and reads lists of it, all as the app does. */
import { expose } from 'comlink';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { saveIndexedBlocks } from '../../../src/db/chain-index/index-blocks';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import { readHolders } from '../../../src/db/chain-index/token-balances';
import { readTokenTransfers } from '../../../src/db/chain-index/token-transfers';
import { findTokens, saveTokens } from '../../../src/db/contracts/tokens';
import type { ListPage } from '../../../src/db/list-page';
import { savePreference } from '../../../src/db/reader/preferences';
import { createPeers } from '../../../src/net/rpc/peers';
import { Chains } from '../../../src/workers/chain/chains';
import { createIndexer } from '../../../src/workers/indexer/indexer-engine';
import { BUSY, madeUpBlocks, madeUpTokens, NETWORK } from '../workload/made-up-blocks';

/** Bytes that storage may take, so that nothing of the largest index is dropped while it is measured. */
const BUDGET = 8_000_000_000;
/** Rows of a page. */
const limit = 20;
/** Milliseconds between two looks at how far the index is. */
const LOOK = 20;
const ROUNDS = 15;

/** First pages of lists, and pages by their cursor. */
const LISTS: Readonly<Record<string, (cursor?: string) => Promise<ListPage<unknown>>>> = {
  transactions: (cursor) => readTransactionsOfAddress(NETWORK, BUSY, { limit, cursor }),
  transfers: (cursor) =>
    readTokenTransfers(NETWORK, { of: 'address', address: BUSY, kind: 'erc20' }, { limit, cursor }),
  'NFT transfers': (cursor) =>
    readTokenTransfers(NETWORK, { of: 'address', address: BUSY, kind: 'nft' }, { limit, cursor }),
  holders: (cursor) => readHolders(NETWORK, madeUpTokens()[0]?.address ?? BUSY, { limit, cursor }),
};

const worker = {
  /** Indexes the chain behind `url` up to `head`; milliseconds. The database is left as it is. */
  async index(chainId: number, url: string, head: number): Promise<number> {
    const config = parseRuntimeConfig({ networks: [{ id: chainId, rpcUrls: [url] }], defaultNetwork: chainId });
    if (!config.ok) throw new Error(config.error);
    const peers = createPeers();
    const indexer = createIndexer(new Chains(peers), peers);
    const start = performance.now();
    await indexer.api.configure(config.value);
    await indexer.api.follow(chainId as NetworkId);
    while (!(await hasAll(chainId as NetworkId, head))) await new Promise((resolve) => setTimeout(resolve, LOOK));
    const milliseconds = performance.now() - start;
    await indexer.stop();
    return milliseconds;
  },

  /** Asks the same questions, those of a wave together, and parses what comes; milliseconds. */
  async ask(url: string, waves: readonly (readonly string[])[]): Promise<number> {
    const start = performance.now();
    for (const wave of waves) {
      await Promise.all(
        wave.map(async (body) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(url, { method: 'POST', headers, body })).json();
        }),
      );
    }
    return performance.now() - start;
  },

  /** Writes made-up blocks from `first` on; milliseconds. */
  async fill(first: number, blocks: number): Promise<number> {
    if (first === 0) {
      await savePreference('storageBudget', BUDGET);
      await saveTokens(madeUpTokens());
    }
    const made = madeUpBlocks(first, blocks);
    const start = performance.now();
    if (!(await saveIndexedBlocks(NETWORK, made))) throw new Error('Storage refused the blocks.');
    return performance.now() - start;
  },

  /** Median milliseconds of the first page of a list of the busy address or of a token. */
  firstPage: (list: string): Promise<number> => median(() => LISTS[list]?.()),

  /** Median milliseconds of a page by its cursor. */
  laterPage: (list: string, cursor: string): Promise<number> => median(() => LISTS[list]?.(cursor)),

  /** Rows of a list, read page by page up to `most`, and the cursor behind them. */
  async walk(list: string, most: number): Promise<{ rows: number; cursor: string | undefined }> {
    let rows = 0;
    let cursor: string | undefined;
    do {
      const page: ListPage<unknown> | undefined = await LISTS[list]?.(cursor);
      rows += page?.rows.length ?? 0;
      cursor = page?.next;
    } while (cursor !== undefined && rows < most);
    return { rows, cursor };
  },

  /** Median milliseconds of finding tokens by the beginning of a word, and how many are found. */
  async search(text: string): Promise<{ milliseconds: number; found: number }> {
    const found = (await findTokens([NETWORK], text, limit, 'begins')).length;
    return { milliseconds: await median(() => findTokens([NETWORK], text, limit, 'begins')), found };
  },

  /** Bytes of this origin's storage. */
  stored: async (): Promise<number> => (await navigator.storage.estimate()).usage ?? 0,
};
export type ChainIndexWorker = typeof worker;

async function hasAll(networkId: NetworkId, head: number): Promise<boolean> {
  const spans = (await readIndexProgress(networkId))?.spans ?? [];
  return spans.length === 1 && spans[0]?.first === 0 && (spans[0]?.last ?? -1) >= head;
}

async function median(work: () => PromiseLike<unknown> | undefined): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

expose(worker);
