/** Asks for the rows of the sources, internal calls and storage accesses, when the full trace is to be shown. */
import { useEffect, useState } from 'react';
import type { Failure } from '../../../core/failure';
import type { TraceService } from '../../../workers/client';
import type { TraceHandle } from '../../../workers/ids';
import type { ViewState } from '../../../workers/trace/rows.api';
import { newJobId } from '../../use-question';

export type Inside = {
  /** They are on their way; a compiler's version while it runs. */
  reading: boolean;
  compiler?: string;
  /** Why they cannot be had. */
  failure?: Failure;
};

const NOTHING: Inside = { reading: false };

export function useInside(
  api: Pick<TraceService, 'sourceTrace' | 'cancel'>,
  handle: TraceHandle,
  { toggles, inside }: ViewState,
  /** Fetches the rows again. */
  refresh: () => Promise<void>,
): Inside {
  const [answer, setAnswer] = useState<{ handle: TraceHandle; state: Inside }>();
  const wanted = toggles.full && !inside;
  useEffect(() => {
    if (!wanted) return;
    const job = newJobId();
    let current = true;
    const show = (state: Inside) => current && setAnswer({ handle, state });
    show({ reading: true });
    api
      .sourceTrace(job, handle, ({ version }) => show({ reading: true, compiler: version }))
      .then(
        async (found) => {
          if (found.ok) await refresh();
          show(found.ok ? { reading: false } : { reading: false, failure: found.error });
          current = false;
        },
        () => show({ reading: false }), // the worker stopped, or closed the trace; the page opens it again
      );
    return () => {
      if (!current) return;
      current = false;
      api.cancel(job).catch(() => undefined); // a worker that died has nothing left to cancel
    };
  }, [api, handle, wanted, refresh]);
  if (inside) return NOTHING;
  return answer?.handle === handle ? answer.state : { reading: wanted };
}
