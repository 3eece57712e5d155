/** The gas profiler: where the gas of a transaction went, by call or by line of source. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { TraceHandle } from '../../../workers/ids';
import type { GasGraph } from '../../../workers/trace/views.api';
import { EmptyState } from '../../ui/EmptyState';
import { Loading } from '../../ui/Loading';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { useUrlValue } from '../../use-url-value';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, useTraceAnswer } from '../open-trace/open-trace-context';
import { WithTrace } from '../open-trace/WithTrace';
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

export function GasTab() {
  return (
    <WithTrace title={TITLE}>
      <div className="flex flex-col gap-3.5">
        <Profiles />
      </div>
    </WithTrace>
  );
}

function Profiles() {
  const [gas, onGas] = useUrlValue<string | undefined>('gas');
  const { summary } = useOpenTrace();
  const byLine = gas === 'lines';
  // The parts below the profile are drawn after it, so that they do not move.
  const [profiled, setProfiled] = useState(false);
  const onDrawn = useCallback(() => setProfiled(true), []);
  const hasCalls = summary.source !== 'receipt';
  return (
    <>
      {hasCalls ? (
        <>
          <Form byLine={byLine} onChange={(lines) => onGas(lines ? 'lines' : undefined)} />
          {byLine ? <ByLine onDrawn={onDrawn} /> : <ByCall onDrawn={onDrawn} />}
        </>
      ) : (
        <NoCallTrace />
      )}
      {(profiled || !hasCalls) && <AccessListPanel />}
    </>
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

function ByLine({ onDrawn }: { onDrawn: () => void }) {
  return (
    <Panel title={TITLE} aside="by line of source">
      <LineProfile onDrawn={onDrawn} fallback={<Loading label="Reading the gas of each line" />} />
    </Panel>
  );
}

function ByCall({ onDrawn }: { onDrawn: () => void }) {
  const api = useTraceApi();
  const { source, numbering } = useOpenTrace().summary;
  // The rows may be replaced by those of an execution here; then their numbers are others.
  const of = `flame ${source} ${numbering ?? 0}`;
  // Asked once: names that become known later change no frame.
  const asked = useRef<{ of: string; answer: Promise<{ is: GasGraph | undefined }> }>(undefined);
  const ask = (handle: TraceHandle) => {
    const key = `${handle} ${of}`;
    if (asked.current?.of !== key) asked.current = { of: key, answer: api.flame(handle).then((is) => ({ is })) };
    return asked.current.answer;
  };
  const flame = useTraceAnswer(of, ask);
  const names = useTraceAnswer(`${of} names`, async (handle) => ({ are: await api.flameNames(handle) }));
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
          {source === 'replay'
            ? 'This transaction used no gas.'
            : 'The source of this trace does not say how much gas each call used. Another endpoint may.'}
        </EmptyState>
      </Panel>
    );
  }
  return <GasProfile key={of} {...flame.is} names={names.are} />;
}

function NoCallTrace() {
  return (
    <Panel title={TITLE}>
      <EmptyState title="No Call Trace">{NO_TRACE}</EmptyState>
    </Panel>
  );
}
