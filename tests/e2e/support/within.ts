/** Pages of one visit. */
import type { Page } from '@playwright/test';

/** Goes to another page of the app as its links do, without loading it again. */
export function within(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(history.state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}
