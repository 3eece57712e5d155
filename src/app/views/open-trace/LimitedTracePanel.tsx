/** The call tree, with what limits it said above the rows: the chain, a replay that differs, a receipt in place of a trace. */
import { isZkNetwork } from '../../../core/chain/special-networks';
import type { Outcome } from '../../../workers/trace/rows.api';
import { PanelNote } from '../../ui/PanelNote';
import { TracePanel, type TracePanelProps } from '../trace/TracePanel';
import { NotVerified } from './NotVerified';
import { usePageTransaction } from './open-trace-context';
import { TraceMethodReasons } from './TraceMethodBadge';

const LIGHT = 'Transaction involves custom operations that are not supported in the full transaction trace.';

export function LimitedTracePanel(props: Omit<TracePanelProps, 'children'>) {
  const { network } = usePageTransaction();
  const { summary, outcome } = props;
  return (
    <TracePanel {...props}>
      {isZkNetwork(network.id) && <ZkLimits outcome={outcome} />}
      <NotVerified reason={summary.doubt?.reason} />
      {summary.source === 'receipt' && (
        <PanelNote>
          <p className="font-medium text-pending">{LIGHT}</p>
          <details>
            <summary className="text-muted">Reason and limits</summary>
            <TraceMethodReasons summary={summary} />
          </details>
        </PanelNote>
      )}
    </TracePanel>
  );
}

/** What cannot be had of a ZK network. */
function ZkLimits({ outcome }: { outcome: Outcome | undefined }) {
  const { error } = outcome?.failing ?? {};
  return (
    <PanelNote className="text-pending">
      <p>Internal calls and source code locations are missing due to limited support of ZK networks.</p>
      {error?.message.includes('out of gas') && (
        <p>Gas usage might be incorrect due to the limited support for ZK networks.</p>
      )}
      {outcome && !outcome.method && <p>Human readable decoding is not yet supported for ZK networks.</p>}
    </PanelNote>
  );
}
