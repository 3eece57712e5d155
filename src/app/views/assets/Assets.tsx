/** What the transaction moved: the table of changes, and beside it the graph of the same transfers. */

import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '../../ui/lazy-part';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';
import { useTraceApi } from '../../wiring';
import type { TabProps } from '../transaction/tab';
import { type Open, useTraceAnswer } from '../transaction/use-trace-answer';
import { AssetChanges } from './AssetChanges';

const FundFlow = lazyPart(async () => (await import('./FundFlow')).FundFlow);

type Props = Pick<TabProps, 'onLost' | 'network' | 'record'> & {
  trace: Open;
  /** Where the graph has room; undefined for none. */
  graphAt: HTMLElement | null;
};

export function Assets({ trace, graphAt, ...props }: Props) {
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
