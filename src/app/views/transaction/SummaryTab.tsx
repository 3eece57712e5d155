/**
 * The first tab: the call trace, what moved, what the transaction carries, and
 * everything the node says about it. The simple view leaves out the trace and
 * the payload.
 */
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { pageShown, sayPageShown } from '../../page-stages';
import { buttonClass } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { SteadyBox } from '../../ui/SteadyBox';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { statusOf } from '../open-trace/status';
import { TraceSection } from './TraceSection';

/** Loaded after the page is shown: these parts stand beside and below the trace, whose rows come first. */
const GeneralInformation = lazyPart(async () => (await import('./GeneralInformation')).GeneralInformation, pageShown);
const Payload = lazyPart(async () => (await import('./Payload')).Payload, pageShown);
const Assets = lazyPart(async () => (await import('../assets/Assets')).Assets, pageShown);

/** Compiles where it must, so it waits until the page stands. */
const SourceStory = lazyPart(async () => (await import('../source/SourceStory')).SourceStory, pageShown);

const PAGE = '/{-$network}/tx/$hash/{-$tab}';
/**
 * What stands below the call tree, or below what the transaction moved, is drawn after it, so that nothing moves while
 * it is read; where that takes longer, ms, as for large traces, the reader gets what is beside the tree meanwhile, and
 * what moved comes below it.
 */
const LONG_TRACE = 1_500;
/** Height of the room beside the tree before, px. */
const ROOM = 420;

export function SummaryTab() {
  const { record, network, trace, reopen } = usePageTransaction();
  const simple = useSearch({ from: PAGE }).view === 'simple';
  const outcome = trace.state === 'open' ? trace.outcome : undefined;
  const failed = statusOf(record.receipt, outcome) === 'failed';
  const [graphAt, setGraphAt] = useState<HTMLElement | null>(null);
  const [rowsShown, setRowsShown] = useState(false);
  const [storyTold, setStoryTold] = useState(false);
  const [assetsKnown, setAssetsKnown] = useState(false);
  const [generalShown, setGeneralShown] = useState(false);
  const onRowsShown = useCallback(() => setRowsShown(true), []);
  const onStoryTold = useCallback(() => setStoryTold(true), []);
  const onAssetsKnown = useCallback(() => setAssetsKnown(true), []);
  const onGeneralShown = useCallback(() => setGeneralShown(true), []);
  const isTraceless = trace.state === 'none' || trace.state === 'failed';
  const hasStory = trace.state === 'open' && (failed || trace.summary.prints);
  const below = isTraceless || simple || (rowsShown && (storyTold || !hasStory));
  const isLong = useElapsed(LONG_TRACE);
  // What moved late comes below the general information, which would push it down if it came later.
  const beside = assetsKnown || (isLong && generalShown) || isTraceless;
  // What moved comes below what is read meanwhile: room for it above would stay a hole where it needs less.
  const isLate = useLatched(beside && !assetsKnown && !isTraceless);
  const assets = trace.state === 'open' && <Assets onKnown={onAssetsKnown} graphAt={below ? graphAt : null} />;
  const graph = <div ref={setGraphAt} className="min-w-0 empty:hidden" />;
  const general = (
    <GeneralInformation record={record} network={network} outcome={outcome} onMoved={reopen} onShown={onGeneralShown} />
  );
  useEffect(() => {
    if (simple) sayPageShown();
  }, [simple]);
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
        <TraceSection onShown={onRowsShown} />
        {hasStory && rowsShown && <SourceStory {...trace} failed={failed} onTold={onStoryTold} />}
        {below && <Payload />}
        {graph}
      </div>
      <div className="min-w-0">
        {!beside && (
          <div
            aria-hidden="true"
            className="rounded-l border border-line bg-panel max-lg:hidden"
            style={{ height: ROOM }}
          />
        )}
        <div className={!beside ? 'hidden' : isLate ? 'flex flex-col-reverse gap-3.5' : 'flex flex-col gap-3.5'}>
          <SteadyBox drawn={assetsKnown}>{assets}</SteadyBox>
          {general}
        </div>
      </div>
    </div>
  );
}

/** Whether the component has been on the page for so long, ms. */
function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return elapsed;
}

/** Whether `value` is true, or was once. */
function useLatched(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}

/** Links to the page without the trace, for readers who only want to know what moved; stands beside the tabs. */
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
