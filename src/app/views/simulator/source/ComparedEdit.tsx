/**
 * A transaction executed again with edited code, beside the same with the
 * unchanged sources compiled here: what differs then is of the edit alone.
 */
import { useMemo, useState } from 'react';
import type { Network } from '../../../../core/chain/network';
import type { Address } from '../../../../core/chain/primitives';
import { formatGas } from '../../../../core/format/counts';
import { countOf } from '../../../../core/format/plural';
import { emptyAccount, type SimulationDraft } from '../../../../core/simulation/draft';
import type { TransactionRecord } from '../../../../workers/chain/chain.api';
import type { TransactionChanges } from '../../../../workers/trace/simulate.api';
import { progressText } from '../../../progress-text';
import { Button } from '../../../ui/Button';
import { Callout } from '../../../ui/Callout';
import { ErrorState } from '../../../ui/ErrorState';
import { Form } from '../../../ui/form/Form';
import { SubmitButton } from '../../../ui/form/SubmitButton';
import { Panel } from '../../../ui/Panel';
import { Spinner } from '../../../ui/Spinner';
import { useTraceApi } from '../../../wiring';
import { ChangedOutcome } from '../../diff/ComparedChange';
import type { Side } from '../../diff/ComparedPair';
import { DiffPanels } from '../../diff/DiffPanels';
import { type ComparedTrace, useDiffAnswer } from '../../diff/pairing';
import { UncertainReads } from '../../diff/UncertainReads';
import { type ChangedState, useChangedExecution } from '../../diff/use-changed-execution';
import { SourceStory } from '../../source/SourceStory';
import { draftOfRecord } from '../start-draft';
import { useRun } from '../use-run';
import type { CompiledEdit } from './SourceEdit';

const OUT_OF_GAS = 'out of gas';

type Props = {
  side: Side;
  trace: ComparedTrace;
  contract: Address;
  compiled: CompiledEdit;
  network: Network;
};

type Done = Extract<ChangedState, { state: 'done' }>;

/** The unchanged code goes first: without it nobody knows what the edit is responsible for. */
export function ComparedEdit(props: Props) {
  const { side, trace, contract, compiled } = props;
  const changes = useCode(contract, compiled.unchanged);
  const { changed, again } = useChangedExecution(trace.summary.handle, changes);
  if (changed.state === 'executing')
    return (
      <Panel title="Unchanged">
        <div className="flex items-center gap-3 p-3">
          <Spinner label="Executing the unchanged code" />
          {changed.progress && <span className="text-muted">{progressText(changed.progress)}</span>}
          <Button size="s" onClick={changed.cancel}>
            Cancel
          </Button>
        </div>
      </Panel>
    );
  if (changed.state === 'failed')
    return (
      <Panel title="Unchanged">
        <ErrorState
          failure={changed.failure}
          title="Unable to fetch data for Re-Simulating the transaction"
          onRetry={again}
        />
      </Panel>
    );
  const onLost = (error: unknown) => {
    side.lost(error);
    again();
  };
  return (
    <>
      <SameAsMined side={side} mined={trace} unchanged={changed} onLost={onLost} />
      <Edited {...props} unchanged={changed} onLost={onLost} />
    </>
  );
}

/** The changes that put `code` at the contract. The same object while neither changes. */
function useCode(contract: Address, code: CompiledEdit['code']): TransactionChanges {
  return useMemo(() => ({ accounts: { [contract]: { code } } }), [contract, code]);
}

type CheckProps = { side: Side; mined: ComparedTrace; unchanged: Done; onLost: (error: unknown) => void };

function SameAsMined({ side, mined, unchanged, onLost }: CheckProps) {
  const api = useTraceApi();
  const pair = { a: mined, b: unchanged.trace, hashes: { a: side.hash }, onLost };
  const summary = useDiffAnswer(pair, 'summary', (traces) => api.diff(traces));
  const { receipt } = side.state.record ?? {};
  if (summary === undefined) return <Spinner label="Comparing the unchanged code with the chain" />;
  const { gasUsed } = unchanged.execution;
  const isSame =
    summary.first === undefined && summary.gas === 0 && (receipt === undefined || receipt.gasUsed === gasUsed);
  if (isSame)
    return (
      <Callout tone="success" role="status">
        The unchanged code was run first on the state that the transaction read, and does the same as on the chain:{' '}
        {countOf(summary.calls.same, 'call')}, {countOf(summary.events.same, 'event')}, {formatGas(gasUsed)} gas.
      </Callout>
    );
  return (
    <Callout tone="failure" role="status">
      The unchanged code does not do the same here as on the chain
      {receipt !== undefined && receipt.gasUsed !== gasUsed
        ? `: ${formatGas(receipt.gasUsed)} gas there, ${formatGas(gasUsed)} here`
        : ''}
      . The comparison below is of the edited and the unchanged code, both executed here.
    </Callout>
  );
}

function Edited({
  side,
  contract,
  compiled,
  network,
  unchanged,
  onLost,
}: Omit<Props, 'trace'> & { unchanged: Done; onLost: (error: unknown) => void }) {
  const { summary } = unchanged.trace;
  const [all, setAll] = useState(false);
  const changes = useCode(contract, compiled.code);
  const { changed, again } = useChangedExecution(summary.handle, changes);
  const { record } = side.state;
  const ranOut =
    changed.state === 'done' && changed.execution.error === OUT_OF_GAS && unchanged.execution.error !== OUT_OF_GAS;
  return (
    <>
      <Panel title="With the edited source" aside="not mined">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2" role="status">
          <ChangedOutcome changed={changed} record={record} currency={network.nativeCurrency} />
        </div>
        {changed.state === 'done' && record !== undefined && (
          <OpenAsSimulation network={network} draft={draftOf(record, contract, compiled, ranOut)} ranOut={ranOut} />
        )}
      </Panel>
      {changed.state === 'failed' && (
        <Panel>
          <ErrorState
            failure={changed.failure}
            title="It could not be executed with the edited code."
            onRetry={again}
          />
        </Panel>
      )}
      {changed.state === 'done' && (
        <>
          <UncertainReads count={changed.execution.uncertain} />
          {(changed.trace.summary.prints || !changed.execution.success) && (
            <SourceStory summary={changed.trace.summary} failed={!changed.execution.success} />
          )}
          <DiffPanels
            a={unchanged.trace}
            b={changed.trace}
            hashes={{ a: side.hash }}
            all={all}
            onAll={setAll}
            network={network}
            onLost={onLost}
          />
        </>
      )}
    </>
  );
}

function OpenAsSimulation({ network, draft, ranOut }: { network: Network; draft: SimulationDraft; ranOut: boolean }) {
  const { run, progress } = useRun(network);
  return (
    <Form
      label="Open as a simulation"
      onSubmit={() => run(draft)}
      className="flex flex-wrap items-center gap-3 border-line border-t px-3 py-2"
    >
      <SubmitButton busyLabel="Simulating">Open as a simulation</SubmitButton>
      <span className="text-muted" role="status">
        {progress
          ? progressText(progress)
          : ranOut
            ? 'It used up the gas limit of the transaction. A simulation has all the gas that the block allows.'
            : 'It is kept in your list of runs, and opens with every tab and the debugger, in the edited sources.'}
      </span>
    </Form>
  );
}

/** The transaction before its own place, with the edited code; without its gas limit where that is too little. */
function draftOf(
  record: TransactionRecord,
  contract: Address,
  { code }: CompiledEdit,
  ranOut: boolean,
): SimulationDraft {
  const draft = draftOfRecord(record);
  return {
    ...draft,
    name: 'Edited source',
    blocks: draft.blocks.map((block) => ({
      ...block,
      accounts: [{ ...emptyAccount(), address: contract, code }],
      steps: block.steps.map((step) => ({ ...step, ...(ranOut && { gas: '' }) })),
    })),
  };
}
