/** How much processor time the tasks of a page take: unlike their duration it does not grow when other programs run. */
import type { Browser, Page } from 'playwright-core';

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Begins to trace `page`; the answer ends it and gives its events. */
export async function startTrace(browser: Browser, page: Page): Promise<() => Promise<TraceEvent[]>> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return traceEvents;
  };
}

/** Returns the longest task of the busiest renderer's main thread, ms of processor time. */
export function longestProcessorTime(events: readonly TraceEvent[]): number {
  const main = new Map<string, { sum: number; longest: number }>();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name' && args?.name === 'CrRendererMain') main.set(`${pid} ${tid}`, { sum: 0, longest: 0 });
  }
  for (const { name, pid, tid, tdur } of events) {
    const thread = main.get(`${pid} ${tid}`);
    if (name !== 'ThreadControllerImpl::RunTask' || thread === undefined || tdur === undefined) continue;
    thread.sum += tdur;
    thread.longest = Math.max(thread.longest, tdur);
  }
  const busiest = [...main.values()].sort((a, b) => b.sum - a.sum)[0];
  if (busiest === undefined || busiest.sum === 0) throw new Error('The trace has no tasks of a page.');
  return busiest.longest / 1_000;
}
