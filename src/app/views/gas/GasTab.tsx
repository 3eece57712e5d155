/** The gas profiler: where the gas of a transaction went, by call or by line of source. */

import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { TraceHandle } from '../../../workers/ids';
import type { GasGraph } from '../../../workers/trace/views.api';
import { EmptyState } from '../../ui/EmptyState';
import { Loading } from '../../ui/Loading';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { useUrlValue } from '../../use-url-value';
import { useTraceApi } from '../../wiring';
import type { TabProps } from '../transaction/tab';
import { type Open, useTraceAnswer } from '../transaction/use-trace-answer';
import { WithTrace } from '../transaction/WithTrace';
import { AccessListPanel } from './AccessListPanel';
import { GasProfile } from './GasProfile';

const LineProfile = lazyPart(async () => (await import('./LineProfile')).LineProfile);

const TITLE = 'Gas Profiler';
const PROFILES = [
  { value: 'call', label: 'By call' },
  { value: 'line', label: 'By source line' },
] as const;
const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';

export function GasTab(props: TabProps) {
  const [gas, onGas] = useUrlValue<string | undefined>('gas');
  const byLine = gas === 'lines';
  // What stands below the profile is drawn after it, so that it does not move.
  const [profiled, setProfiled] = useState(false);
  const onDrawn = useCallback(() => setProfiled(true), []);
  return (
    <WithTrace {...props} title={TITLE}>
      {(trace) => (
        <div className="flex flex-col gap-3.5">
          {trace.summary.source === 'receipt' ? (
            <NoCallTrace />
          ) : (
            <>
              <Form byLine={byLine} onChange={(lines) => onGas(lines ? 'lines' : undefined)} />
              {byLine ? <ByLine {...props} trace={trace} /> : <Profile {...props} trace={trace} onDrawn={onDrawn} />}
            </>
          )}
          {(profiled || byLine || trace.summary.source === 'receipt') && (
            <AccessListPanel trace={trace} networkId={props.network.id} onLost={props.onLost} />
          )}
        </div>
      )}
    </WithTrace>
  );
}

/** Which form of the profile is shown. */
function Form({ byLine, onChange }: { byLine: boolean; onChange: (byLine: boolean) => void }) {
  return (
    <Segmented
      label="Gas profile"
      size="s"
      value={byLine ? 'line' : 'call'}
      segments={PROFILES}
      onChange={(profile) => onChange(profile === 'line')}
    />
  );
}

function ByLine({ trace, network }: Omit<TabProps, 'trace'> & { trace: Open }) {
  const { handle, source, numbering } = trace.summary;
  return (
    <Panel title={TITLE} aside="by line of source">
      <Suspense fallback={<Loading label="Reading the gas of each line" />}>
        <LineProfile handle={handle} network={network} known={`${source} ${numbering ?? 0}`} />
      </Suspense>
    </Panel>
  );
}

type ProfileProps = Omit<TabProps, 'trace'> & { trace: Open; onDrawn: () => void };

function Profile({ trace, record, row, onSelectRow, onLost, onDrawn }: ProfileProps) {
  const api = useTraceApi();
  // The rows may be replaced by those of an execution here; then their numbers are others.
  const of = `flame ${trace.summary.source} ${trace.summary.numbering ?? 0}`;
  // Asked once: names that become known later change no frame.
  const asked = useRef<{ of: string; answer: Promise<{ is: GasGraph | undefined }> }>(undefined);
  const ask = (handle: TraceHandle) => {
    const key = `${handle} ${of}`;
    if (asked.current?.of !== key) asked.current = { of: key, answer: api.flame(handle).then((is) => ({ is })) };
    return asked.current.answer;
  };
  const flame = useTraceAnswer(trace, of, ask, onLost);
  const names = useTraceAnswer(trace, `${of} names`, async (handle) => ({ are: await api.flameNames(handle) }), onLost);
  const isKnown = flame !== undefined && names !== undefined;
  useEffect(() => {
    if (isKnown) onDrawn();
  }, [isKnown, onDrawn]);
  if (!flame || !names) {
    return (
      <Panel title={TITLE}>
        <Loading label="Laying out the flame graph" />
      </Panel>
    );
  }
  if (!flame.is || !names.are) {
    return (
      <Panel title={TITLE}>
        <EmptyState title="No Gas Usage">
          The source of this trace does not say how much gas each call used. Another endpoint may.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <GasProfile
      key={of}
      {...flame.is}
      names={names.are}
      record={record}
      handle={trace.summary.handle}
      row={row}
      onSelectRow={onSelectRow}
      onLost={onLost}
    />
  );
}

function NoCallTrace() {
  return (
    <Panel title={TITLE}>
      <EmptyState title="No Call Trace">{NO_TRACE}</EmptyState>
    </Panel>
  );
}
