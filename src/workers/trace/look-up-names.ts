/** Asks providers about what is unknown of an open trace, and reads it again in the sources that are found. */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { LookedUp } from '../contracts/contracts.api';
import { lookUp } from '../contracts/knowledge/look-up-unknowns';
import type { Progress } from '../ids';
import type { OpenTraces } from './open/open-traces';
import type { SourceDecoding } from './source-decoding';
import type { TraceSession } from './trace-session';

type Around = {
  chains: Chains;
  traces: OpenTraces;
  decoding(): Promise<SourceDecoding>;
  signal: AbortSignal;
  onProgress: ((progress: Progress) => void) | undefined;
};

/** Resolves once providers have answered. What follows from sources is reported by a `view` event later. */
export async function lookUpNames(
  open: TraceSession,
  { chains, traces, decoding, signal, onProgress }: Around,
): Promise<Result<LookedUp, Failure>> {
  const { knowledge, handle } = open;
  const onLearned = () => traces.announce(open);
  const found = await lookUp(chains, { knowledge, unknowns: open.unknowns(), signal, onLearned, onProgress });
  // Whoever knows a contract by name may have its sources.
  if (found.ok && found.value.contracts > 0)
    traces.doBehind(handle, async (signal) => (await decoding()).decodeAgain(open, signal));
  return found;
}
