/**
 * One visit of the app in a fresh browser profile, measured: when a condition
 * came true on the screen, the longest main-thread task so far, the heap.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Time of a paint: milliseconds since the navigation began, and since the epoch. */
export type Shown = { after: number; at: number };

export type Session = {
  page: Page;
  context: BrowserContext;
  /** Goes to `url` and answers when `isShown`, run in the page, was first painted as true. */
  visit(url: string, isShown: () => boolean): Promise<Shown>;
  /** Leaves the page, and waits until the browser has ended it: a reader does not come back in the same instant. */
  leave(): Promise<void>;
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

/** Opens an empty page, and waits until the browser has nothing left to do: a new profile starts processes of its own. */
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
  await untilIdle(browser);
  return {
    page,
    context,
    async visit(url, isShown) {
      await page.goto(url, { waitUntil: 'commit' });
      return shownAt(page, isShown);
    },
    async leave() {
      await page.goto('about:blank');
      await untilIdle(browser);
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

/** Between two looks at the processor time of the browser, ms. */
const LOOK = 200;
/** Share of one processor that an idle browser takes at most. */
const IDLE_SHARE = 0.05;
/** A browser that is never idle is measured as it is, ms. */
const IDLE_PATIENCE = 10_000;

/**
 * Resolves once the browser's processes take next to no processor time. The
 * first renderer of a new profile works for about a second on its own; a
 * reader's browser does not start together with the visit.
 */
async function untilIdle(browser: Browser): Promise<void> {
  const cdp = await browser.newBrowserCDPSession();
  const processorTime = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const end = Date.now() + IDLE_PATIENCE;
  let before = await processorTime();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    const now = await processorTime();
    if (now - before < (IDLE_SHARE * LOOK) / 1_000 || Date.now() > end) break;
    before = now;
  }
  await cdp.detach();
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
