/** The place of the call trace: the panel with what is to be said of its trace. */
import { useState } from 'react';
import type { TransactionKey } from '../../../workers/ids';
import { pageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { useTraceApi, useWiring } from '../../wiring';
import { TracePanel } from '../open-trace/load-trace-panel';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';
import { Opening, WithTrace } from '../open-trace/WithTrace';
import type { RowNotes } from '../trace/row-notes';
import type { TracePanelProps } from '../trace/TracePanel';

const KeptRowNotes = lazyPart(async () => (await import('../trace/KeptRowNotes')).KeptRowNotes, pageShown);
const ConsentBanner = lazyPart(async () => (await import('../trace/ConsentBanner')).ConsentBanner, pageShown);

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
    />
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
