/** Asks for the rows of the sources, internal calls and storage accesses, when the full trace is to be shown. */
import { useState } from 'react';
import type { Failure } from '../../../core/values/failure';
import type { TraceService } from '../../../workers/client';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { TraceHandle } from '../../../workers/ids';
import type { ViewState } from '../../../workers/trace/rows.api';
import { pageShown } from '../../page-stages';
import { useQuestionOf } from '../../use-question';

export type SourceRows = {
  /** Whether the rows are being read; `compiler` is the version of the compiler while it runs. */
  reading: boolean;
  compiler?: string | undefined;
  /** Why the rows cannot be read. */
  failure?: Failure | undefined;
};

const HERE: SourceRows = { reading: false };

export function useSourceRows(
  api: Pick<TraceService, 'sourceTrace' | 'cancel'>,
  handle: TraceHandle,
  { toggles, inside }: ViewState,
  /** Fetches the rows again. */
  refresh: () => Promise<void>,
): SourceRows {
  const [progress, setProgress] = useState<CompileProgress>();
  const isWanted = toggles.full && !inside;
  const answer = useQuestionOf(
    api,
    `${handle} source rows`,
    async (traces, job) => {
      // Sources may have to be compiled: the rows of the calls are drawn before.
      await pageShown();
      const found = await traces.sourceTrace(job, handle, setProgress);
      if (found.ok) await refresh();
      return found;
    },
    { when: isWanted },
  );
  if (inside) return HERE;
  if (answer.state === 'failed') return { reading: false, failure: answer.failure };
  return answer.state === 'here' ? HERE : { reading: isWanted, compiler: progress?.version };
}
