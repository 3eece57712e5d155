/** Action safety of the page's transaction or simulation, looked at when the reader asks. */
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { useQuestion } from '../../use-question';
import { HostSafety } from '../hosted/HostSafety';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { RowLink } from '../open-trace/RowLink';
import { SafetyFindings } from './SafetyFindings';

export function SafetyPanel() {
  const { trace, network, record } = usePageTransaction();
  const { from, to, value, input } = record.transaction;
  const [wanted, setWanted] = useState(false);
  const handle = trace.state === 'open' ? trace.summary.handle : undefined;
  const asked = useQuestion(
    'trace',
    `safety ${handle}`,
    async (traces, job) => {
      if (handle === undefined) throw new Error('needs a trace');
      return traces.checkSafety(job, handle);
    },
    { when: wanted && handle !== undefined },
  );
  if (handle === undefined) return null;
  return (
    <Panel title="Action safety" aside="rules that check its calls">
      {!wanted && (
        <div className="flex flex-wrap items-center gap-3 p-3">
          <Button onClick={() => setWanted(true)}>Check its actions</Button>
          <span className="text-muted">
            Approvals, recipients, changes of code, and behaviour that differs in a simulation.
          </span>
        </div>
      )}
      <div role="status">
        {wanted && asked.state === 'waiting' && (
          <div className="p-3">
            <Spinner label="Checking its actions" />
          </div>
        )}
        {asked.state === 'here' && (
          <SafetyFindings
            report={asked.value}
            networkId={network.id}
            rowLink={(depthId) => <RowLink depthId={depthId} />}
          />
        )}
      </div>
      {wanted && asked.state !== 'waiting' && (
        <HostSafety
          networkId={network.id}
          action={{ from, ...(to && { to }), value: `0x${value.toString(16)}`, data: input }}
        />
      )}
      {asked.state === 'failed' && <ErrorState failure={asked.failure} onRetry={asked.again} />}
    </Panel>
  );
}
