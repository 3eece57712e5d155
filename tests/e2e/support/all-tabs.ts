/** All tabs of a transaction, on a page that a browser can carry. */
import { expect, type Page } from '@playwright/test';

/** Elements a page may have, however much there is to show. */
export const MOST_ELEMENTS = 10_000;

/** Every tab opens and comes to rest, with a page that a browser can carry. */
export async function expectAllTabsOpen(page: Page): Promise<void> {
  for (const tab of await page.getByRole('tab').filter({ visible: true }).all()) {
    if ((await tab.getAttribute('aria-controls')) === null && (await tab.getAttribute('href')) === null) continue;
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').getByRole('status', { name: /^Loading|^Executing/ })).toHaveCount(0);
    expect(await elements(page), (await tab.textContent()) ?? '').toBeLessThan(MOST_ELEMENTS);
  }
}

export function elements(page: Page): Promise<number> {
  return page.evaluate(() => document.getElementsByTagName('*').length);
}
