/** The code of the call tree. */
import { useEffect } from 'react';
import { contentShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';

/** An endpoint that takes longer leaves the line free for what is drawn after its answer; a near one takes less for all parts of a record, ms. */
const LONG_ANSWER = 250;

const load = () => import('./LimitedTracePanel');

/** Whether the service worker serves this page, so that its files need no line. A first visit has none. */
const isKept = Boolean(navigator.serviceWorker?.controller); // none on insecure origins

/** The call tree, loaded once the content of the page is shown, or with the page where the files are kept. */
export const TracePanel = lazyPart(async () => {
  if (!isKept) await contentShown();
  return (await load()).LimitedTracePanel;
});

if (isKept) void TracePanel.preload();

/** Loads it ahead where the page `isAsking` for the record so long that the line is free meanwhile. */
export function useTracePanelAhead(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => void load().catch(() => undefined), LONG_ANSWER); // asked for again where it is drawn
    return () => clearTimeout(timer);
  }, [isAsking]);
}
