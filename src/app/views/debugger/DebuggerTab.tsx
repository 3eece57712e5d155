/** The debugger's place on the transaction page: waits for the trace and the replay, and says what is in the way. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isZkNetwork } from '../../../core/chain/families';
import type { NetworkId } from '../../../core/chain/primitives';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { newJobId } from '../../use-question';
import { useTraceApi } from '../../wiring';
import { progressWords } from '../transaction/progress-words';
import { SourceReasons } from '../transaction/SourceReasons';
import { NoTrace, Opening } from '../transaction/TraceSection';
import type { TabProps } from '../transaction/tab';
import type { OpenTrace } from '../transaction/use-open-trace';
import { Debugger } from './Debugger';
import { DebuggerModel } from './debugger-model';
import type { Surroundings } from './scope';
import './debugger.css';

const ZK = 'Debugger is not available yet due to limited support for ZK networks.';
/** The step reaches the address so long after it rests, as the selected row does (spec §4), ms. */
const ADDRESS_DEBOUNCE = 350;

const route = getRouteApi('/{-$network}/tx/$hash/{-$tab}');

export function DebuggerTab(props: TabProps) {
  const { trace } = props;
  if (isZkNetwork(props.network.id)) return <Nothing title={ZK} />;
  switch (trace.state) {
    case 'none':
      return <Nothing title="There is nothing to debug yet: the transaction waits to be included in a block." />;
    case 'opening':
      return <Opening progress={trace.progress} onCancel={trace.cancel} />;
    case 'failed':
      return <NoTrace failure={trace.failure} onRetry={props.onReopen} />;
    case 'open':
      return <OnTrace {...props} trace={trace} />;
  }
}

function Nothing({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <Panel>
      <EmptyState title={title}>{children}</EmptyState>
    </Panel>
  );
}

type OnTraceProps = TabProps & { trace: Extract<OpenTrace, { state: 'open' }> };

function OnTrace({ record, network, trace, row, onSelectRow, onLost }: OnTraceProps) {
  const { step } = route.useSearch();
  const model = useModel(trace, step, row, onLost);
  const around = useMemo(() => surroundingsOf(record, network.id), [record, network.id]);
  if (!model) return <Waiting trace={trace} />;
  return (
    <WithModel
      model={model}
      networkId={network.id}
      around={around}
      trace={trace}
      step={step}
      onSelectRow={onSelectRow}
    />
  );
}

function surroundingsOf({ transaction, receipt, block }: TabProps['record'], chainId: number): Surroundings {
  return {
    origin: transaction.from,
    gasPrice: receipt?.effectiveGasPrice ?? transaction.gasPrice,
    chainId,
    block: block && {
      number: block.number,
      timestamp: block.timestamp,
      baseFee: block.baseFeePerGas,
      coinbase: block.miner,
    },
  };
}

function useModel(
  { summary }: OnTraceProps['trace'],
  step: number | undefined,
  row: string | undefined,
  onLost: (error: unknown) => void,
): DebuggerModel | undefined {
  const api = useTraceApi();
  const { handle, numbering } = summary;
  const [model, setModel] = useState<DebuggerModel>();
  const latest = useRef({ step, row, onLost });
  latest.current = { step, row, onLost };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that got other numbers are another trace
  useEffect(() => {
    const created = new DebuggerModel(api, handle, (error) => latest.current.onLost(error));
    const start = async () => {
      const { step, row } = latest.current;
      const found = row === undefined ? undefined : await api.rowOf(handle, row);
      // Without waiting for each other: steps are there long before sources.
      await Promise.all([created.open(step, found), created.openSources(newJobId())]);
    };
    start().catch((error) => latest.current.onLost(error));
    setModel(created);
    return () => {
      created.close();
      setModel(undefined);
    };
  }, [api, handle, numbering]);
  return model;
}

type WithModelProps = {
  model: DebuggerModel;
  networkId: NetworkId;
  around: Surroundings;
  trace: OnTraceProps['trace'];
  step: number | undefined;
  onSelectRow: (depthId: string) => void;
};

function WithModel({ model, networkId, around, trace, step, onSelectRow }: WithModelProps) {
  const api = useTraceApi();
  const shown = useSyncExternalStore(model.subscribe, model.snapshot);
  const { state, total, failure } = shown;
  const [showSource, onShow] = useShownCode();
  model.byStatements = showSource;
  useStepInAddress(model, state?.step, step);
  if (failure?.code === 'notFound' || (state === undefined && total === 0 && failure))
    return (
      <Nothing title={failure.code === 'notFound' ? failure.message : 'There are no steps to go through.'}>
        {failure.code !== 'notFound' && (
          <div className="flex flex-col gap-2 text-left">
            <p>{failure.message}</p>
            <SourceReasons summary={trace.summary} />
          </div>
        )}
      </Nothing>
    );
  if (state === undefined) return <Waiting trace={trace} />;
  return (
    <Debugger
      api={api}
      model={model}
      handle={trace.summary.handle}
      networkId={networkId}
      known={trace.known}
      shown={{ ...shown, state }}
      around={around}
      showSource={showSource}
      onShow={onShow}
      onSources={() => void model.openSources(newJobId())}
      onRow={onSelectRow}
    />
  );
}

/** Whether the source is shown, or the instructions: in the address, where the source goes without saying. */
function useShownCode(): [boolean, (source: boolean) => void] {
  const { code } = route.useSearch();
  const navigate = useNavigate({ from: '/{-$network}/tx/$hash/{-$tab}' });
  const onShow = useCallback(
    (source: boolean) =>
      void navigate({
        search: ({ code: _, ...before }) => (source ? before : { ...before, code: 'opcodes' }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [code !== 'opcodes', onShow];
}

/** Rows may be there while the execution is still under way. */
function Waiting({ trace }: { trace: OnTraceProps['trace'] }) {
  return (
    <Panel>
      <div className="flex min-h-40 items-center justify-center gap-2" role="status">
        <Spinner label="Executing the transaction again" />
        <span className="text-muted">
          {trace.replay === undefined ? 'Executing the transaction again' : progressWords(trace.replay)}
        </span>
      </div>
    </Panel>
  );
}

/** Keeps the step in the address, and follows the address where it changes by other means. */
function useStepInAddress(model: DebuggerModel, shown: number | undefined, inAddress: number | undefined): void {
  const navigate = useNavigate({ from: '/{-$network}/tx/$hash/{-$tab}' });
  const written = useRef(inAddress);
  useEffect(() => {
    if (shown === undefined || shown === written.current) return;
    const timer = setTimeout(() => {
      written.current = shown;
      void navigate({
        search: (before) => ({ ...before, step: shown }),
        replace: true,
        resetScroll: false,
      });
    }, ADDRESS_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [navigate, shown]);
  useEffect(() => {
    if (inAddress === undefined || inAddress === written.current) return;
    written.current = inAddress;
    model.go(inAddress);
  }, [model, inAddress]);
}
