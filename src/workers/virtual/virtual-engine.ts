/** Virtual networks as pages ask for them. All code of them is loaded with the first question: the engine comes with every page. */
import type { Chains } from '../chain/chains';
import type { Jobs } from '../jobs';
import { once } from '../once';
import type { VirtualApi } from './virtual.api';

export function createVirtualEngine(chains: Chains, jobs: Jobs): VirtualApi {
  const load = once(() => import('./virtual-calls').then((part) => part.createVirtualCalls(chains, jobs)));
  return {
    cancel: async (job) => jobs.cancel(job),
    create: (job, wish) => load().then((calls) => calls.create(job, wish)),
    request: (id, method, params) => load().then((calls) => calls.request(id, method, params)),
    planFork: (id, block) => load().then((calls) => calls.planFork(id, block)),
    takeFork: (id, plan) => load().then((calls) => calls.takeFork(id, plan)),
    save: (id) => load().then((calls) => calls.save(id)),
    open: (file) => load().then((calls) => calls.open(file)),
    remove: (id) => load().then((calls) => calls.remove(id)),
    runner: (id) => load().then((calls) => calls.runner(id)),
  };
}
