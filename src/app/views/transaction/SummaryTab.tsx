/**
 * The first tab: the call trace, what moved, what the transaction carries, and
 * everything the node says about it. The simple view leaves out the trace and
 * the payload.
 */
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { contentShown } from '../../page-stages';
import { buttonClass } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { TraceSection } from './TraceSection';
import type { TabProps } from './tab';

/** Beside and below the trace, so they need not be there before the head shows. */
const GeneralInformation = lazyPart(async () => {
  await contentShown();
  return (await import('./GeneralInformation')).GeneralInformation;
});
const Payload = lazyPart(async () => {
  await contentShown();
  return (await import('./Payload')).Payload;
});
const Assets = lazyPart(async () => {
  await contentShown();
  return (await import('../assets/Assets')).Assets;
});

/** Compiles where it must, so it waits until the page stands. */
const SourceStory = lazyPart(async () => {
  await contentShown();
  return (await import('../source/SourceStory')).SourceStory;
});

const PAGE = '/{-$network}/tx/$hash/{-$tab}';

export function SummaryTab(props: TabProps) {
  const { record, network, trace, row, onSelectRow, onReopen, onLost } = props;
  const simple = useSearch({ from: PAGE }).view === 'simple';
  const failed = record.receipt?.status === 'failed';
  const [graphAt, setGraphAt] = useState<HTMLElement | null>(null);
  const assets = trace.state === 'open' && (
    <Suspense>
      <Assets trace={trace} record={record} network={network} onLost={onLost} graphAt={graphAt} />
    </Suspense>
  );
  const graph = <div ref={setGraphAt} className="min-w-0 empty:hidden" />;
  const outcome = trace.state === 'open' ? trace.outcome : undefined;
  const general = (
    <Suspense>
      <GeneralInformation record={record} block={record.block} network={network} outcome={outcome} />
    </Suspense>
  );
  if (simple) {
    return (
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {general}
        <div className="flex min-w-0 flex-col gap-3.5">
          {assets}
          {graph}
        </div>
      </div>
    );
  }
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="flex min-w-0 flex-col gap-3.5">
        <TraceSection
          of={{ networkId: network.id, hash: record.transaction.hash }}
          trace={trace}
          currency={network.nativeCurrency}
          row={row}
          onSelectRow={onSelectRow}
          onReopen={onReopen}
          onLost={onLost}
        />
        {trace.state === 'open' && (failed || trace.summary.prints) && (
          <Suspense>
            <SourceStory handle={trace.summary.handle} failed={failed} />
          </Suspense>
        )}
        {graph}
        <Suspense>
          <Payload transaction={record.transaction} trace={trace.state === 'open' ? trace : undefined} />
        </Suspense>
      </div>
      <div className="flex min-w-0 flex-col gap-3.5">
        {assets}
        {general}
      </div>
    </div>
  );
}

/** Beside the tabs: the same without the trace, for those who only want to know what moved. */
export function SimpleViewLink() {
  const simple = useSearch({ from: PAGE }).view === 'simple';
  return (
    <Link
      from={PAGE}
      to={PAGE}
      search={({ view: _, ...rest }) => (simple ? rest : { ...rest, view: 'simple' })}
      replace
      resetScroll={false}
      className={buttonClass({ size: 's', variant: 'quiet' })}
    >
      {simple ? 'Full view' : 'Simple view'}
    </Link>
  );
}
