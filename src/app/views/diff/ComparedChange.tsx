/** A transaction, and the same executed again with changes: the form, how it came out, and the diff of both. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { NativeCurrency, Network } from '../../../core/chain/network';
import type { Hash } from '../../../core/chain/primitives';
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { formatGas } from '../../../core/format/counts';
import type { FailureCode } from '../../../core/values/failure';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { TransactionChanges } from '../../../workers/trace/simulate.api';
import { progressText } from '../../progress-text';
import { StatusBadge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { asText, happenedText } from '../open-trace/happened-text';
import { StateOverrides } from '../state/StateOverrides';
import { ChangesForm } from './ChangesForm';
import { type Side, SideCard, useSide, Waiting } from './ComparedPair';
import { changesOf, isUnchanged, readDraft, writeDraft } from './changes';
import { DiffPanels } from './DiffPanels';
import type { ComparedTrace } from './pairing';
import { UncertainReads } from './UncertainReads';
import { type ChangedState, useChangedExecution } from './use-changed-execution';
import { useShowAll } from './use-show-all';

const NO_DATA = 'Unable to fetch data for Re-Simulating the transaction';
const REFUSED = 'It could not be executed with these changes.';
/** Failures that are not for want of data. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(['unsupported', 'tooLarge', 'cancelled']);

type Props = { a: Hash; changes: string; all: boolean; network: Network };

export function ComparedChange({ a, changes: text, all, network }: Props) {
  const navigate = useNavigate({ from: '/{-$network}/diff' });
  const side = useSide(network, a);
  const draft = useMemo(() => readDraft(text), [text]);
  const changes = useMemo(() => (draft ? changesOf(draft) : undefined), [draft]);
  const { trace } = side;
  return (
    <>
      <ChangesForm
        key={text}
        draft={draft ?? {}}
        networkId={network.id}
        record={side.state.record}
        onRun={(next) =>
          void navigate({ search: (was) => ({ ...was, changes: writeDraft(next) }), resetScroll: false })
        }
        onClose={() => void navigate({ search: { a } })}
      />
      {(draft === undefined || !changes?.ok) && (
        <p role="alert" className="rounded-m bg-failure-soft px-3 py-1.5 text-failure">
          The changes in this link cannot be read. Write them again above.
        </p>
      )}
      {trace.state === 'open' && draft && changes?.ok && !isUnchanged(draft) ? (
        <Executed side={side} trace={trace} changes={changes.value} all={all} network={network} />
      ) : (
        <>
          <SideCard name="First" side={side} />
          {trace.state !== 'open' && <Waiting sides={[side]} title={NO_DATA} />}
        </>
      )}
    </>
  );
}

type ExecutedProps = { side: Side; trace: ComparedTrace; changes: TransactionChanges; all: boolean; network: Network };

function Executed({ side, trace, changes, all, network }: ExecutedProps) {
  const { changed, again } = useChangedExecution(trace.summary.handle, changes);
  const showAll = useShowAll();
  const { lost } = side;
  const onLost = (error: unknown) => {
    lost(error);
    again();
  };
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2">
        <SideCard name="First" side={side} />
        <Panel title="With changes" aside="not mined">
          <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <ChangedOutcome
              changed={changed}
              sent={changes.transaction}
              record={side.state.record}
              currency={network.nativeCurrency}
            />
          </div>
        </Panel>
      </div>
      {changed.state === 'failed' && (
        <Panel>
          <ErrorState
            failure={changed.failure}
            title={REFUSALS.has(changed.failure.code) ? REFUSED : NO_DATA}
            onRetry={again}
          />
        </Panel>
      )}
      {changed.state === 'done' && (
        <>
          <UncertainReads count={changed.execution.uncertain} />
          <StateOverrides
            accounts={changes.accounts ?? {}}
            network={network}
            otherwise="Both ran on the same state: only the transaction or its block was changed."
          />
          <DiffPanels
            a={trace}
            b={changed.trace}
            hashes={{ a: side.hash }}
            all={all}
            onAll={showAll}
            network={network}
            onLost={onLost}
          />
        </>
      )}
    </>
  );
}

type OutcomeProps = {
  changed: ChangedState;
  /** Fields of the transaction that were changed. */
  sent?: TransactionChanges['transaction'];
  record: TransactionRecord | undefined;
  currency: NativeCurrency;
};

/** Shows the outcome of a changed transaction, in the words used for its mined counterpart. */
export function ChangedOutcome({ changed, sent, record, currency }: OutcomeProps) {
  switch (changed.state) {
    case 'failed':
      return <span className="text-muted">Not executed</span>;
    case 'executing':
      return (
        <>
          <Spinner label="Executing with changes" />
          <span className="text-muted">{changed.progress ? progressText(changed.progress) : 'Executing'}</span>
          <Button size="s" onClick={changed.cancel}>
            Cancel
          </Button>
        </>
      );
    case 'done': {
      const { success, error, gasUsed } = changed.execution;
      const { outcome } = changed.trace;
      // The words for the mined one, with what was sent and came of this one.
      const sentenceOf = (transaction: Transaction, { contractAddress: _, ...receipt }: ReceiptWithoutLogs) =>
        asText(
          happenedText({
            transaction: { ...transaction, ...sent },
            // Another sender or nonce makes another contract than the receipt names.
            receipt: { ...receipt, status: success ? 'success' : 'failed' },
            outcome,
            currency,
          }),
        );
      const said = outcome && record?.receipt ? sentenceOf(record.transaction, record.receipt) : error;
      return (
        <>
          <StatusBadge status={success ? 'success' : 'failed'} />
          <span className="text-muted">{formatGas(gasUsed)} gas</span>
          {said !== undefined && (
            <code>
              <bdi>{said}</bdi>
            </code>
          )}
        </>
      );
    }
  }
}
