/** Virtual networks as pages ask for them. */

import type { NetworkId } from '../../core/chain/primitives';
import { failure } from '../../core/values/failure';
import { fail, ok } from '../../core/values/result';
import { messageOf } from '../../core/values/thrown';
import type { ForkPlan } from '../../core/virtual/rpc/fork-plans';
import { deleteBlocksAbove } from '../../db/chain-index/index-blocks';
import { deleteVirtualNetwork } from '../../db/virtual/virtual-networks';
import type { Chains } from '../chain/chains';
import type { Jobs } from '../scheduling/jobs';
import { makeNetwork } from './make-network';
import { openNetworkFile, writeNetworkFile } from './network-file';
import type { VirtualApi } from './virtual.api';

export function createVirtualCalls(chains: Chains, jobs: Jobs): VirtualApi {
  async function ask(id: NetworkId, method: string, params: readonly unknown[]) {
    const networks = await chains.local();
    try {
      const text = await networks.answer(id, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      const { error, result } = JSON.parse(text) as { error?: { message: string }; result?: unknown };
      return error === undefined ? ok(result) : fail(failure('badAnswer', error.message));
    } catch (thrown) {
      return fail(failure('endpointDown', messageOf(thrown)));
    }
  }
  return {
    cancel: async (job) => jobs.cancel(job),
    create: (job, wish) => jobs.run(job, (signal) => makeNetwork(chains, wish, signal)),
    request: ask,
    async planFork(id, block) {
      const planned = await ask(id, 'loupe_planFork', [block]);
      return planned.ok ? ok(planned.value as ForkPlan) : planned;
    },
    async takeFork(id, plan) {
      const taken = await ask(id, 'loupe_takeFork', [plan]);
      if (!taken.ok) return taken;
      // What was listed of its blocks belongs to the chain that the network was before.
      await deleteBlocksAbove(id, -1);
      return ok(undefined);
    },
    save: writeNetworkFile,
    open: (file) => openNetworkFile(chains, file),
    async remove(id) {
      if (!(await deleteVirtualNetwork(id))) return fail(failure('storage', 'The browser did not delete the network.'));
      (await chains.local()).forget(id);
      // What was listed of its blocks would show up for another chain with the same id.
      await deleteBlocksAbove(id, -1);
      return ok(undefined);
    },
    runner: async (id) => ((await (await chains.local()).isHere(id)) ? 'here' : 'elsewhere'),
  };
}
