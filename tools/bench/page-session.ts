/**
 * One visit of the app in a fresh browser profile, measured: when a condition
 * came true on the screen, the longest main-thread task so far, the heap.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** When something was painted: milliseconds since the navigation began, and since the epoch. */
export type Shown = { after: number; at: number };

export type Session = {
  page: Page;
  context: BrowserContext;
  /** Goes to `url` and answers when `isShown`, run in the page, was first painted as true. */
  visit(url: string, isShown: () => boolean): Promise<Shown>;
  /** When `isShown` was first painted as true on the page that is open. */
  shown(isShown: () => boolean): Promise<Shown>;
  /** Longest main-thread task of the current document, ms; 0 when none took over 50 ms (the API reports no shorter ones). */
  longestTask(): Promise<number>;
  /** JavaScript heap of the page in use, bytes; the workers' heaps are their own. */
  heap(): Promise<number>;
  close(): Promise<void>;
};

/** The limit of the baseline's measurements for one condition. */
const PATIENCE = 120_000;

export async function openSession(browser: Browser): Promise<Session> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return {
    page,
    context,
    async visit(url, isShown) {
      await page.goto(url, { waitUntil: 'commit' });
      return shownAt(page, isShown);
    },
    shown: (isShown) => shownAt(page, isShown),
    longestTask: () =>
      page.evaluate(async () => {
        // Entries are delivered after the task; two turns let the last one arrive.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks);
      }),
    heap: () => heapOf(cdp),
    close: () => context.close(),
  };
}

/** When `isShown` was first true and painted: looked at on every animation frame, then the macrotask after that frame. */
async function shownAt(page: Page, isShown: () => boolean): Promise<Shown> {
  const watch = `new Promise((resolve) => {
    const isShown = ${isShown.toString()};
    // The document may not have begun.
    const look = () => document.body !== null && isShown()
      ? setTimeout(() => resolve({ after: performance.now(), at: performance.timeOrigin + performance.now() }))
      : requestAnimationFrame(look);
    look();
  })`;
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`Not shown within ${PATIENCE / 1000} s: ${isShown}`)), PATIENCE).unref();
  });
  return Promise.race([page.evaluate<Shown>(watch), limit]);
}

async function heapOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}
