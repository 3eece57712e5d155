/** The debugger tab of the transaction page: waits for trace and replay, and shows why there is no debugger where there is none. */
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { progressText } from '../../progress-text';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { newJobId } from '../../use-question';
import { useUrlValue } from '../../use-url-value';
import { useTraceApi } from '../../wiring';
import {
  type OpenTraceHere,
  type PageTransaction,
  useOpenTrace,
  usePageTransaction,
} from '../open-trace/open-trace-context';
import { TraceMethodReasons } from '../open-trace/TraceMethodReasons';
import { WithTrace } from '../open-trace/WithTrace';
import { WithDebugBuild } from './DebugBuild';
import { Debugger } from './Debugger';
import { type DebuggerAddress, DebuggerModel, type DebuggerOwner } from './debugger-model';
import type { Surroundings } from './values-in-scope';
import './debugger.css';
import { useLatest } from '../../ui/use-latest';

/** The step reaches the address this long after the reader rests, as the selected row does, ms. */
const ADDRESS_DEBOUNCE = 350;

export function DebuggerTab() {
  return (
    <WithTrace
      none={<Nothing title="There is nothing to debug yet: the transaction waits to be included in a block." />}
    >
      <WithDebugBuild>
        <OnTrace />
      </WithDebugBuild>
    </WithTrace>
  );
}

function Nothing({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <Panel>
      <EmptyState title={title}>{children}</EmptyState>
    </Panel>
  );
}

function OnTrace() {
  const { record, network, row, lost } = usePageTransaction();
  const { summary } = useOpenTrace();
  const [step, onGo] = useUrlValue<number | undefined>('step', { debounce: ADDRESS_DEBOUNCE });
  const [code, onCode] = useUrlValue<string | undefined>('code');
  const byStatements = code !== 'opcodes';
  const model = useModel(summary, { step, byStatements }, row, { onGo, onCrash: lost });
  const around = useMemo(() => surroundingsOf(record, network.id), [record, network.id]);
  useLayoutEffect(() => model?.follow({ step, byStatements }), [model, step, byStatements]);
  if (!model) return <Waiting />;
  return (
    <WithModel
      model={model}
      around={around}
      showSource={byStatements}
      onShow={(source) => onCode(source ? undefined : 'opcodes')}
    />
  );
}

function surroundingsOf({ transaction, receipt, block }: PageTransaction['record'], chainId: number): Surroundings {
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
  { handle, numbering }: OpenTraceHere['summary'],
  address: DebuggerAddress,
  row: string | undefined,
  owner: DebuggerOwner,
): DebuggerModel | undefined {
  const api = useTraceApi();
  const [model, setModel] = useState<DebuggerModel>();
  const latest = useLatest({ address, row, owner });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that got other numbers are another trace
  useEffect(() => {
    const created = new DebuggerModel(api, handle, latest.current.address, {
      onGo: (step) => latest.current.owner.onGo(step),
      onCrash: (error) => latest.current.owner.onCrash(error),
    });
    const start = async () => {
      const { row } = latest.current;
      const found = row === undefined ? undefined : await api.rowOf(handle, row);
      // Without waiting for each other: steps are there long before sources.
      await Promise.all([created.open(found), created.openSources(newJobId())]);
    };
    start().catch(created.onCrash);
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
  around: Surroundings;
  showSource: boolean;
  onShow: (source: boolean) => void;
};

function WithModel({ model, around, showSource, onShow }: WithModelProps) {
  const { summary } = useOpenTrace();
  const shown = useSyncExternalStore(model.subscribe, model.snapshot);
  const { state, total, failure } = shown;
  if (failure?.code === 'notFound' || (state === undefined && total === 0 && failure))
    return (
      <Nothing title={failure.code === 'notFound' ? failure.message : 'There are no steps to go through.'}>
        {failure.code !== 'notFound' && (
          <div className="flex flex-col gap-2 text-left">
            <p>{failure.message}</p>
            <TraceMethodReasons summary={summary} />
          </div>
        )}
      </Nothing>
    );
  if (state === undefined) return <Waiting />;
  return (
    <Debugger
      model={model}
      shown={{ ...shown, state }}
      around={around}
      showSource={showSource}
      onShow={onShow}
      onSources={() => void model.openSources(newJobId())}
    />
  );
}

/** Rows may be there while the execution is still under way. */
function Waiting() {
  const trace = useOpenTrace();
  return (
    <Panel>
      <div className="flex min-h-40 items-center justify-center gap-2" role="status">
        <Spinner label="Executing the transaction again" />
        <span className="text-muted">
          {trace.replay === undefined ? 'Executing the transaction again' : progressText(trace.replay)}
        </span>
      </div>
    </Panel>
  );
}
