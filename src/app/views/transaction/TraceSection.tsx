/** The place of the call trace: the panel with what is to be said of its trace. */
import { useState } from 'react';
import { isZkNetwork } from '../../../core/chain/families';
import type { TransactionKey } from '../../../workers/ids';
import type { Outcome } from '../../../workers/trace/rows.api';
import { pageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { PanelNote } from '../../ui/PanelNote';
import { useTraceApi, useWiring } from '../../wiring';
import type { RowNotes } from '../trace/row-notes';
import type { TracePanelProps } from '../trace/TracePanel';
import { TracePanel } from './load-trace-panel';
import { useOpenTrace, usePageTransaction } from './open-trace-context';
import { differenceOf, TraceMethodReasons } from './TraceMethodBadge';
import { Opening, WithTrace } from './WithTrace';

const KeptRowNotes = lazyPart(async () => {
  await pageShown();
  return (await import('../trace/KeptRowNotes')).KeptRowNotes;
});
const ConsentBanner = lazyPart(async () => {
  await pageShown();
  return (await import('../trace/ConsentBanner')).ConsentBanner;
});

const LIGHT = 'Transaction involves custom operations that are not supported in the full transaction trace.';

/** `onShown` is called when the panel is as high as it stays. */
export function TraceSection({ onShown }: { onShown: () => void }) {
  return (
    <WithTrace
      none={
        <Panel title="Call trace">
          <p className="px-3 py-4 text-muted">
            There is no trace yet: the transaction waits to be included in a block. It appears here as soon as it is.
          </p>
        </Panel>
      }
    >
      <OnTrace onShown={onShown} />
    </WithTrace>
  );
}

function OnTrace({ onShown }: { onShown: () => void }) {
  const api = useTraceApi();
  const { record, network, row, selectRow } = usePageTransaction();
  const { summary, first, outcome, known, handle, lost } = useOpenTrace();
  const of = { networkId: network.id, hash: record.transaction.hash };
  // Comments and priorities are the workbench's.
  const noted = useWiring().config.variant === 'workbench';
  return (
    <Shown
      {...(noted && { of })}
      api={api}
      summary={summary}
      first={first}
      outcome={outcome}
      currency={network.nativeCurrency}
      openAt={row}
      onSelect={selectRow}
      onLost={lost}
      onShown={onShown}
      known={known}
      footer={<ConsentBanner api={api} handle={handle} known={known} />}
    >
      {isZkNetwork(of.networkId) && <ZkLimits outcome={outcome} />}
      <Difference sentence={differenceOf(summary)} />
      {summary.source === 'receipt' && (
        <PanelNote>
          <p className="font-medium text-pending">{LIGHT}</p>
          <details>
            <summary className="text-muted">Why, and what is missing</summary>
            <TraceMethodReasons summary={summary} />
          </details>
        </PanelNote>
      )}
    </Shown>
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
