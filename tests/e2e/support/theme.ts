/** The page in one theme or the other. */
import { expect, type Page } from '@playwright/test';

export const COLOR_SCHEMES = ['light', 'dark'] as const;

/** Changes the system's theme and waits until the page follows it, without movement, so that no colour is caught half-way. */
export async function showIn(page: Page, colorScheme: (typeof COLOR_SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // A page hears of the system's theme with its next frame. One that draws none by itself does so for a picture.
  await expect(async () => {
    const theme = await page.locator('html').getAttribute('data-theme');
    if (theme !== colorScheme) await page.screenshot({ timeout: 10_000 });
    expect(theme).toBe(colorScheme);
  }).toPass({ intervals: [100, 500, 2_000, 5_000], timeout: 60_000 });
  // Without movement a transition still lasts until the next frame.
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition));
}
