/** What the transaction moved: the table of changes, and beside it the graph of the same transfers. */

import { Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { pageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';
import { useTraceApi } from '../../wiring';
import type { TabProps } from '../transaction/tab';
import { type Open, useTraceAnswer } from '../transaction/use-trace-answer';
import { AssetChanges } from './AssetChanges';
import { isUnknown } from './asset-text';

/** Below the tree, and with a library for its layout. */
const FundFlow = lazyPart(async () => {
  await pageShown();
  return (await import('./FundFlow')).FundFlow;
});

/** Names of tokens are asked of the chain: a list that has some without waits so long for them, ms, and then shows addresses. */
const TOKEN_NAMES = 400;

type Props = Pick<TabProps, 'onLost' | 'network' | 'record'> & {
  trace: Open;
  /** Where the graph has room; undefined for none. */
  graphAt: HTMLElement | null;
  /** What moved is known and can be drawn as it will stay. */
  onKnown: () => void;
};

export function Assets({ trace, graphAt, onKnown, ...props }: Props) {
  const api = useTraceApi();
  const moved = useTraceAnswer(trace, 'transfers', (handle) => api.transfers(handle), props.onLost);
  const [consent] = usePreference('providers');
  const allowed = consent && consent.prices === true;
  const { handle } = trace.summary;
  const second = props.record.block?.timestamp;
  const asks = moved !== undefined && moved.count > 0 && second !== undefined;
  const prices = useQuestion(
    'trace',
    `${handle} prices ${allowed} ${asks} ${moved?.tokens.length}`,
    async (worker, job) => (asks ? worker.prices(job, handle, second) : { ok: true, value: { state: 'off' as const } }),
  );
  const isPriced = prices.state !== 'waiting';
  const isNamed = moved !== undefined && !moved.tokens.some(isUnknown);
  useEffect(() => {
    if (moved === undefined || !isPriced) return;
    const timer = setTimeout(onKnown, isNamed ? 0 : TOKEN_NAMES);
    return () => clearTimeout(timer);
  }, [moved, isPriced, isNamed, onKnown]);
  // One transfer is said in one line.
  const drawn = moved !== undefined && moved.count > 1 && graphAt !== null;
  return (
    <>
      <AssetChanges trace={trace} moved={moved} prices={prices} {...props} />
      {drawn &&
        createPortal(
          <Suspense>
            <FundFlow moved={moved} currency={props.network.nativeCurrency} />
          </Suspense>,
          graphAt,
        )}
    </>
  );
}
