/** The place of the call trace: progress while it opens, what to do when there is none, and the panel. */
import { useEffect, useState } from 'react';
import { isZkNetwork } from '../../../core/chain/families';
import type { Failure } from '../../../core/failure';
import type { Progress, TransactionKey } from '../../../workers/ids';
import type { Outcome } from '../../../workers/trace/rows.api';
import { pageShown, sayPageShown } from '../../page-stages';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { PanelNote } from '../../ui/PanelNote';
import { Spinner } from '../../ui/Spinner';
import { useTraceApi, useWiring } from '../../wiring';
import type { RowNotes } from '../trace/row-notes';
import type { TracePanelProps } from '../trace/TracePanel';
import { loadTracePanel } from './load-trace-panel';
import { usePageTransaction } from './open-trace-context';
import { progressWords } from './progress-words';
import { differenceOf, TraceMethodReasons } from './TraceMethodBadge';

const TracePanel = lazyPart(() => loadTracePanel().then((module) => module.TracePanel));
const KeptRowNotes = lazyPart(async () => {
  await pageShown();
  return (await import('../trace/KeptRowNotes')).KeptRowNotes;
});
const ConsentBanner = lazyPart(async () => {
  await pageShown();
  return (await import('../trace/ConsentBanner')).ConsentBanner;
});

const NO_TRACE =
  'Unfortunately, we were unable to trace this transaction at this time. If this keeps happening, please contact us.';
const LIGHT = 'Transaction involves custom operations that are not supported in the full transaction trace.';

/** `onShown` is called when the panel is as high as it stays. */
export function TraceSection({ onShown }: { onShown: () => void }) {
  const api = useTraceApi();
  const { record, network, trace, row, selectRow, reopen, lost } = usePageTransaction();
  const of = { networkId: network.id, hash: record.transaction.hash };
  // Comments and priorities are the workbench's.
  const noted = useWiring().config.variant === 'workbench';
  switch (trace.state) {
    case 'none':
      return (
        <Panel title="Call trace">
          <p className="px-3 py-4 text-muted">
            There is no trace yet: the transaction waits to be included in a block. It appears here as soon as it is.
          </p>
        </Panel>
      );
    case 'opening':
      return <Opening progress={trace.progress} onCancel={trace.cancel} />;
    case 'failed':
      return <NoTrace failure={trace.failure} onRetry={reopen} />;
    case 'open':
      return (
        <Shown
          {...(noted && { of })}
          api={api}
          summary={trace.summary}
          first={trace.first}
          outcome={trace.outcome}
          currency={network.nativeCurrency}
          openAt={row}
          onSelect={selectRow}
          onLost={lost}
          onShown={onShown}
          known={trace.known}
          footer={<ConsentBanner api={api} handle={trace.summary.handle} known={trace.known} />}
        >
          {isZkNetwork(of.networkId) && <ZkLimits outcome={trace.outcome} />}
          <Difference sentence={differenceOf(trace.summary)} />
          {trace.summary.source === 'receipt' && (
            <PanelNote>
              <p className="font-medium text-pending">{LIGHT}</p>
              <details>
                <summary className="text-muted">Why, and what is missing</summary>
                <TraceMethodReasons summary={trace.summary} />
              </details>
            </PanelNote>
          )}
        </Shown>
      );
  }
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

/** The panel, with the notes where there are some to have: they come when the rows stand. */
function Shown({ of, ...props }: TracePanelProps & { of?: TransactionKey }) {
  const [notes, setNotes] = useState<RowNotes>();
  return (
    <>
      <TracePanel fallback={<Opening progress={undefined} />} {...props} notes={notes} />
      {of && <KeptRowNotes of={of} onNotes={setNotes} />}
    </>
  );
}

/** That a replay came out otherwise than the receipt says, and how. */
function Difference({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <PanelNote className="text-pending">
      <b className="font-semibold">Not verified.</b> {sentence}
    </PanelNote>
  );
}

export function Opening({ progress, onCancel }: { progress: Progress | undefined; onCancel?: () => void }) {
  void TracePanel.preload();
  return (
    <Panel>
      <div className="flex min-h-10 items-center gap-2 border-line border-b bg-raised px-3" role="status">
        <Spinner label="Loading call trace" />
        <span>Loading call trace data...</span>
        {progress && <span className="text-muted">{progressWords(progress)}</span>}
        <span className="grow" />
        {onCancel && progress && (
          <Button size="s" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <div aria-hidden="true" className="py-1">
        {SKELETON.map(([indent, width]) => (
          <div key={`${indent} ${width}`} className="flex h-[26px] items-center px-6">
            <span
              className="h-2 animate-[skeleton_1.4s_ease-in-out_infinite] rounded-full bg-line"
              style={{ marginLeft: indent * 19, width: `${width}%` }}
            />
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** Indentation in levels, and width in percent, of rows that are on their way. */
const SKELETON: readonly (readonly [number, number])[] = [
  [0, 46],
  [1, 38],
  [2, 52],
  [2, 31],
  [1, 44],
  [2, 36],
  [3, 28],
  [1, 49],
];

export function NoTrace({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  useEffect(sayPageShown, []);
  const cancelled = failure.code === 'cancelled';
  return (
    <Panel>
      <ErrorState
        failure={failure}
        title={cancelled ? 'The call trace was not loaded' : NO_TRACE}
        actions={<Button onClick={onRetry}>{cancelled ? 'Load the call trace' : 'Retry'}</Button>}
      />
    </Panel>
  );
}
