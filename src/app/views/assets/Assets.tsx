/** What the transaction moved: the table of changes, and beside it the graph of the same transfers. */

import { useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Transfers } from '../../../workers/trace/views.api';
import { pageShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { usePreference } from '../../use-preference';
import { useQuestion } from '../../use-question';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction, useTraceAnswer } from '../open-trace/open-trace-context';
import { AssetChanges } from './AssetChanges';
import { isUnknown } from './asset-text';

/** Below the tree, and with a library for its layout. */
const FundFlow = lazyPart(async () => (await import('./FundFlow')).FundFlow, pageShown);

type Props = {
  /** Element that has room for the graph; null for none. */
  graphAt: HTMLElement | null;
  /** Called once the asset changes are known and can be drawn in their final form. */
  onKnown: () => void;
};

/** Puts changes of balances beside what the events add up to. */
function withHeld(told: Transfers, asked: Transfers | undefined): Transfers {
  return asked?.changes.some(({ held }) => held !== undefined) ? asked : told;
}

export function Assets({ graphAt, onKnown }: Props) {
  const api = useTraceApi();
  const { record, network } = usePageTransaction();
  const { handle } = useOpenTrace();
  const early = useTraceAnswer('transfers', (open) => api.transfers(open));
  const isNamed =
    early !== undefined && !early.tokens.some((token) => isUnknown(token) || token.standard === 'ERC-6909');
  const isAsking = early !== undefined && !isNamed;
  const settled = useTraceAnswer(`transfers of named tokens ${isAsking}`, async (open) =>
    isAsking ? api.settledTransfers(open) : undefined,
  );
  const told = isNamed ? early : (settled ?? early);
  // The transaction is executed once more for it, so it waits until the page is shown.
  const balanced = useQuestion(
    'trace',
    `${handle} balances`,
    async (worker, job) => {
      await pageShown();
      return worker.balancedTransfers(job, handle);
    },
    { when: !!told },
  );
  const asked = balanced.state === 'here' ? balanced.value : undefined;
  const moved = useMemo(() => told && withHeld(told, asked), [told, asked]);
  const isSettled = isNamed || settled !== undefined;
  const [consent] = usePreference('providers');
  const allowed = consent && consent.prices === true;
  const second = record.block?.timestamp;
  const asks = moved !== undefined && moved.count > 0 && second !== undefined;
  const prices = useQuestion(
    'trace',
    `${handle} prices ${allowed} ${asks} ${moved?.tokens.length}`,
    async (worker, job) => (asks ? worker.prices(job, handle, second) : { ok: true, value: { state: 'off' as const } }),
  );
  const isPriced = prices.state !== 'waiting';
  useEffect(() => {
    if (isSettled && isPriced) onKnown();
  }, [isSettled, isPriced, onKnown]);
  // One transfer is said in one line.
  const drawn = moved !== undefined && moved.count > 1 && graphAt !== null;
  return (
    <>
      <AssetChanges moved={moved} prices={prices} />
      {drawn && createPortal(<FundFlow moved={moved} currency={network.nativeCurrency} />, graphAt)}
    </>
  );
}
