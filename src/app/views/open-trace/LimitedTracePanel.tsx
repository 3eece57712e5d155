/** The call tree, with what limits it said above the rows: the chain, a replay that differs, a receipt in place of a trace. */
import { isZkNetwork } from '../../../core/chain/special-networks';
import { lazyPart } from '../../ui/lazy-part';
import { PanelNote } from '../../ui/PanelNote';
import { TracePanel, type TracePanelProps } from '../trace/TracePanel';
import { NotVerified } from './NotVerified';
import { usePageTransaction } from './open-trace-context';
import { TraceMethodReasons } from './TraceMethodBadge';

/** Few networks are of this kind, so its code comes with them. */
const ZkLimits = lazyPart(async () => (await import('./ZkLimits')).ZkLimits);

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
