/** Light, dark, and as the system: chosen, kept, and there before the first paint. */
import type { Page } from '@playwright/test';
import { workbench } from './support/config';
import { expect, test } from './support/test';

function theme(page: Page) {
  return page.locator('html');
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Theme: / }).click();
  await page.getByRole('menuitemcheckbox', { name: label }).click();
}

test('follows the system, live', { tag: '@shell' }, async ({ page, serve, demo }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(await serve(workbench(demo.rpcUrl)));
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(theme(page)).toHaveAttribute('data-theme', 'light');
});

test('a choice is kept, and set before anything is painted', { tag: '@shell' }, async ({ page, serve, demo }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(await serve(workbench(demo.rpcUrl)));
  await choose(page, 'Dark');
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  await page.addInitScript(() => {
    // What the theme was when the body came to be.
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      Object.assign(window, { firstTheme: document.documentElement.getAttribute('data-theme') });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)).toBe('dark');
});
