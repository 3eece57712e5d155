/**
 * One browser profile for the tests of a worker. Between two tests everything
 * that a page can store is removed, as are its pages and what they were
 * permitted; what stays is what the browser itself keeps: the build's files and
 * their compiled code. Scripts that a test adds to the context would stay, too.
 * A test that does, or that is about the very first visit, has a profile of its
 * own (`firstVisit` of test.ts).
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';

export class SharedProfile {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;
  /** Where pages have been since the last test, as far as they can store something there. */
  readonly #origins = new Set<string>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The profile with nothing in it. */
  async enter(): Promise<BrowserContext> {
    if (this.#context === undefined) {
      this.#context = await this.#browser.newContext();
      this.#context.on('page', (page) => page.on('framenavigated', (frame) => this.#note(frame.url())));
    }
    return this.#context;
  }

  /** Closes all pages and removes what they left. What cannot be removed goes with the profile; the next test has another. */
  async leave(): Promise<void> {
    try {
      await this.#empty(await this.enter());
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#origins.clear();
    await context?.close();
  }

  async #empty(context: BrowserContext): Promise<void> {
    const last = await this.#lastOf(context.pages());
    if (last) {
      const browser = await context.newCDPSession(last);
      for (const origin of this.#origins)
        await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await last.close();
    }
    this.#origins.clear();
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
  }

  /** A page that has left the app, the others being closed: what a page still writes would come after it was removed. */
  async #lastOf(pages: readonly Page[]): Promise<Page | undefined> {
    const [last, ...others] = pages;
    await Promise.all(others.map((page) => page.close()));
    await last?.goto('about:blank');
    return last;
  }

  #note(url: string): void {
    if (/^https?:/.test(url)) this.#origins.add(new URL(url).origin);
  }
}
