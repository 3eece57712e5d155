/** A chain as its endpoints tell of it, for watching: in the background lane. */

import { fail, ok } from '../../core/values/result';
import { fetchBalance, fetchStorageAt } from '../../net/account-reader';
import { fetchBlockReceipts, MOVED } from '../../net/block-receipts';
import { fetchBlock, fetchFullBlock } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenMetadata } from '../../net/token-metadata';
import type { WatchedChain } from './chain-watch';
import type { RunWatched } from './watched-simulations';

/** Returns the chain of an endpoint. `simulate` outlives the chain, because it remembers the outcomes of simulations. */
export function rpcChain(rpc: Rpc, signal: AbortSignal, simulate: RunWatched): WatchedChain {
  return {
    mayGoBack: rpc.isLocal,
    async head() {
      const block = await fetchBlock(rpc, 'latest', { signal });
      if (!block.ok) return block;
      const { number, hash } = block.value;
      return number === undefined || hash === undefined ? fail(MOVED) : ok({ number, hash });
    },
    async hashAt(number) {
      const block = await fetchBlock(rpc, number, { signal });
      if (block.ok) return ok(block.value.hash);
      return block.error.code === 'notFound' ? ok(undefined) : block;
    },
    async block(number) {
      const full = await fetchFullBlock(rpc, number, { signal });
      if (!full.ok) return full;
      const { block, transactions } = full.value;
      const receipts = await fetchBlockReceipts(rpc, block, { signal });
      if (!receipts.ok) return receipts;
      const { hash, parentHash } = block;
      if (hash === undefined) return fail(MOVED);
      const watched = transactions.flatMap((transaction, at) => {
        const receipt = receipts.value[at];
        return receipt === undefined ? [] : [{ transaction, receipt }];
      });
      return watched.length < transactions.length
        ? fail(MOVED)
        : ok({ number, hash, parentHash, transactions: watched });
    },
    balance: (address, block) => fetchBalance(rpc, address, block, { signal }),
    simulate: (draft, block) => simulate(rpc, draft, block, signal),
    token: (address) => fetchTokenMetadata(rpc, address, ['symbol', 'decimals'], signal),
    slot: (address, slot, block) => fetchStorageAt(rpc, address, slot, block, { signal }),
  };
}
