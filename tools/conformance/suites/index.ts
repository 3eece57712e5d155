/**
 * The index of a chain that nobody prepared for it: about 2,000 transactions of
 * all kinds with reorganisations, made while the indexer follows. In the end
 * every list, count, balance, holder and inventory is what the chain says. Then
 * the blocks are traced, where the node can, and internal transactions compared.
 */
import type { Hex } from 'viem';
import { request } from '../../../devnet/rpc';
import { startAnvil } from '../../anvil';
import { startHardhat } from '../../foreign-chain/node';
import { ACTIONS } from '../index/actions';
import { readChain } from '../index/chain-reading';
import { compareIndex } from '../index/compare-index';
import { compareInternals } from '../index/compare-internals';
import { type FollowedIndex, followChain } from '../index/followed-index';
import { KnownChain } from '../index/known-chain';
import { StirredChain } from '../index/stirred-chain';
import type { CaseResult, Suite } from '../suite';

/** Transactions of one chapter; each chapter ends with a reorganisation. */
const CHAPTER = 180;
const CHAPTERS = 10;
/** Transactions of the blocks that are taken back. */
const TAKEN_BACK = 20;

export const suite: Suite = {
  name: 'index',
  needsNoData: true,
  async *run() {
    const anvil = await startAnvil({ chainId: 31337 });
    try {
      yield* judgeChain('Anvil', 31337, anvil.url, 1, true, (chain, chapter) => reorganiseAnvil(chain, chapter));
    } finally {
      await anvil.stop();
    }
    const hardhat = await startHardhat(4242);
    try {
      yield* judgeChain('Hardhat', hardhat.chainId, hardhat.rpcUrl, 2, false, async () => {});
    } finally {
      await hardhat.stop();
    }
  },
};

async function* judgeChain(
  name: string,
  chainId: number,
  rpcUrl: string,
  seed: number,
  canTrace: boolean,
  change: (chain: StirredChain, chapter: number) => Promise<void>,
): AsyncIterable<CaseResult> {
  const chain = await StirredChain.on(rpcUrl, ACTIONS, seed);
  let index = await followChain(chainId, rpcUrl);
  try {
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      await chain.stir(CHAPTER);
      // Of some of the blocks that go the index has all, of some a part, and of some nothing.
      await chain.reorganise(TAKEN_BACK, () => (chapter % 2 === 0 ? agree(index, chain) : Promise.resolve()));
      await change(chain, chapter);
      if (chapter % 4 === 1) {
        await index.stop();
        index = await followChain(chainId, rpcUrl);
      }
    }
    await agree(index, chain);
    await index.stop();
    const wrapper = chain.contract('Wrapped').address.toLowerCase();
    const reading = await readChain(rpcUrl, await chain.head(), (address) => address.toLowerCase() === wrapper);
    const known = new KnownChain(reading, chain.accounts);
    yield* compareIndex(name, index.networkId, known);
    if (!canTrace) return;
    index = await followChain(chainId, rpcUrl, true);
    await agree(index, chain);
    await index.stop();
    yield await compareInternals(name, index.networkId, rpcUrl, known);
  } finally {
    await index.done();
  }
}

/** Waits until the index has the chain as it is now. */
async function agree(index: FollowedIndex, chain: StirredChain): Promise<void> {
  const block = (await chain.node('eth_getBlockByNumber', ['latest', false])) as { number: Hex; hash: Hex };
  await index.agreed(Number(block.number), block.hash);
}

/** Anvil's own reorganisation: the newest blocks become empty ones. */
async function reorganiseAnvil(chain: StirredChain, chapter: number): Promise<void> {
  if (chapter % 3 !== 2) return;
  await request(chain.rpcUrl, 'anvil_reorg', [1 + chain.random.below(4), []]);
}
