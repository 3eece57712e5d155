/** Answers about an open trace for a tab: asked again when more became known of it. */
import type { TraceHandle } from '../../../workers/ids';
import { useLoaded } from '../../use-loaded';
import type { OpenTrace } from './use-open-transaction';

/** A trace that answers questions, whatever was shown of it first. */
export type Open = Omit<Extract<OpenTrace, { state: 'open' }>, 'first'>;

/**
 * What `ask` answers of the trace, undefined until then. An older answer stays
 * while a newer one of the same trace is on its way. `of` names what is asked.
 */
export function useTraceAnswer<T>(
  trace: Open,
  of: string,
  ask: (handle: TraceHandle) => Promise<T>,
  onLost: (error: unknown) => void,
): T | undefined {
  const { handle } = trace.summary;
  return useLoaded(`${handle} ${of}`, () => ask(handle), { version: trace.known, onLost });
}
