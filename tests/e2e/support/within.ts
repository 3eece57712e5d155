/** Pages of one visit. */
import { expect, type Page } from '@playwright/test';

/** Goes to another page of the app as its links do, without loading it again. */
export function within(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(history.state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** A path that is no page in either variant. */
const LEAVING = '/no/such/page/at/all';

/**
 * Goes to an address: as a link does where the page is at its origin already, which starts no workers, else by loading
 * it. The page before is left first, so that nothing of it is taken for the next one.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const { origin, pathname, search } = new URL(address);
  if (!page.url().startsWith(`${origin}/`)) {
    await page.goto(address);
    return;
  }
  // What is open over the page goes first.
  await page.keyboard.press('Escape');
  await within(page, LEAVING);
  await expect(page.getByText('Page not found')).toBeVisible();
  await within(page, pathname + search);
}
