/** Answers about an open trace for a tab: asked again when more became known of it. */
import { useEffect, useRef, useState } from 'react';
import type { TraceHandle } from '../../../workers/trace/trace.api';
import type { OpenTrace } from './use-open-trace';

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
  const key = `${handle} ${of}`;
  const [answer, setAnswer] = useState<{ key: string; value: T }>();
  const latest = useRef({ ask, onLost });
  latest.current = { ask, onLost };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when more became known
  useEffect(() => {
    let current = true;
    latest.current.ask(handle).then(
      (value) => current && setAnswer({ key, value }),
      (error: unknown) => current && latest.current.onLost(error),
    );
    return () => {
      current = false;
    };
  }, [handle, key, trace.known]);
  return answer?.key === key ? answer.value : undefined;
}
