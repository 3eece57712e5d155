/**
 * What the sources of the contracts show of a transaction: where it failed, and what
 * it printed. Asks for the sources, and compiles, only where there is something
 * to be told.
 */
import { useEffect, useState } from 'react';
import { harmlessText } from '../../../core/text/harmless';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { useQuestion } from '../../use-question';
import { ConsoleLogs } from './ConsoleLogs';
import { StackTrace } from './StackTrace';

type Props = {
  summary: Pick<TraceSummary, 'handle' | 'view'>;
  /** Grows when more became known of the contracts and signatures of the trace. */
  known?: number;
  /** The transaction failed, and has a stack trace. Otherwise only what was printed is of interest. */
  failed: boolean;
  /** All there is to tell stands. */
  onTold?: () => void;
};

export function SourceStory({ summary: { handle, view }, known = 0, failed, onTold }: Props) {
  const [progress, setProgress] = useState<CompileProgress>();
  const answer = useQuestion(
    'trace',
    `stack ${handle}`,
    (trace, job) => trace.sourceTrace(job, handle, setProgress),
    // The first reading is the one that is asked for here; what a later one found is told in its place, and in the names and
    // units that became known.
    { version: `${Math.max(1, view.readings)} ${known}` },
  );
  const isTold = answer.state !== 'waiting';
  useEffect(() => {
    if (isTold) onTold?.();
  }, [isTold, onTold]);
  const title = failed ? 'Stack trace' : 'Console logs';
  if (answer.state === 'waiting') {
    const loading = failed ? 'Loading Stack Trace data...' : 'Loading console logs';
    return (
      <Panel title={title}>
        <div className="flex min-h-10 items-center gap-2 px-3" role="status">
          <Spinner label={loading} />
          <span>{loading}</span>
          {progress && <span className="text-muted">compiler {harmlessText(progress.version, 60)}</span>}
        </div>
      </Panel>
    );
  }
  if (answer.state === 'failed') {
    return (
      <Panel title={title}>
        <div className="flex flex-wrap items-center gap-2 px-3 py-2.5 text-muted">
          <p>{answer.failure.message}</p>
          <Button size="s" onClick={answer.again}>
            Retry
          </Button>
        </div>
      </Panel>
    );
  }
  const { logs } = answer.value;
  return (
    <>
      {failed && <StackTrace summary={answer.value} />}
      {logs.length > 0 && <ConsoleLogs logs={logs} />}
    </>
  );
}
