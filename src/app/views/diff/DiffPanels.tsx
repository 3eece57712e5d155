/** What the comparison says: how much differs and where first, the calls side by side, gas by function, state. */
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import type { Tally } from '../../../core/trace/diff';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { useTraceApi } from '../../wiring';
import { DiffTree } from './DiffTree';
import { FunctionGas } from './FunctionGas';
import { type Pairing, useDiffAnswer } from './pairing';
import { StateChanges } from './StateChanges';

type Props = Pairing & { all: boolean; onAll: (all: boolean) => void; network: Network };

export function DiffPanels(props: Props) {
  const { a, b, all, network, onLost } = props;
  const api = useTraceApi();
  const summary = useDiffAnswer(props, 'summary', (pair) => api.diff(pair));
  if (!summary) return <Panel title="Calls">{<Loading label="Comparing" />}</Panel>;
  const { calls, events, gas, first } = summary;
  const sources = new Set([a.summary.source, b.summary.source]);
  return (
    <>
      <Panel>
        <div className="flex flex-col gap-1 px-3 py-2">
          <p className="font-semibold">
            {first === undefined
              ? 'Both made the same calls with the same data and results, and emitted the same events.'
              : 'They differ. Below are all calls and events that differ, under their parent calls.'}
          </p>
          <p className="text-muted">
            Calls: {tallyText(calls)}. Events: {tallyText(events)}.
            {gas > 0 && ` Gas used differs in ${formatInteger(gas)} of the calls both made.`}
          </p>
          {sources.size > 1 && (
            <p className="text-pending">
              The traces come from different sources, which do not all report the same: calls of precompiled contracts,
              or gas, may differ for this reason alone.
            </p>
          )}
        </div>
      </Panel>
      <DiffTree {...props} summary={summary} all={all} currency={network.nativeCurrency} onLost={onLost} />
      <FunctionGas {...props} />
      <StateChanges {...props} />
    </>
  );
}

function tallyText({ same, changed, added, removed }: Tally): string {
  const parts = [`${formatInteger(same)} the same`];
  if (changed > 0) parts.push(`${formatInteger(changed)} changed`);
  if (removed > 0) parts.push(`${formatInteger(removed)} only in the first`);
  if (added > 0) parts.push(`${formatInteger(added)} only in the second`);
  return parts.join(', ');
}
