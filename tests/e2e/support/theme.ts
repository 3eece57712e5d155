/** The page in one theme or the other. */
import { expect, type Page } from '@playwright/test';

export const COLOR_SCHEMES = ['light', 'dark'] as const;

/** Changes the system's theme and waits until the page follows it, without movement, so that no colour is caught half-way. */
export async function showIn(page: Page, colorScheme: (typeof COLOR_SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  // Without movement a transition still lasts until the next frame.
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
}
