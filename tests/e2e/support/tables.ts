/** The rows of the page's tables. */
import type { Locator, Page } from '@playwright/test';

/** A row with a place in the table, and not one of those that keep the room of rows that are on their way. */
export const ROWS = 'tbody tr[data-index]';

/** The rows of the table of this name. */
export function rowsOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true }).locator(ROWS);
}
