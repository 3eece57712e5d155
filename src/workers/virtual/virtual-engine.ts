/** Virtual networks as pages ask for them. The engine comes with every page, so all code of them is loaded with the first question. */
import type { Chains } from '../chain/chains';
import { withPart } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import type { VirtualApi } from './virtual.api';

export function createVirtualEngine(chains: Chains, jobs: Jobs): VirtualApi {
  const load = once(() => import('./virtual-calls').then((part) => part.createVirtualCalls(chains, jobs)));
  const own: Pick<VirtualApi, 'cancel'> = { cancel: async (job) => jobs.cancel(job) };
  return withPart(own, load);
}
