/** Accessibility of a page in both themes, and at every width. */
import type { Page } from '@playwright/test';
import { axeViolations } from '../../helpers/axe';
import { COLOR_SCHEMES, showIn } from './theme';

/** What axe-core finds wrong in either theme. The elements are the same in both, so in the second only colours are looked at. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [index, colorScheme] of COLOR_SCHEMES.entries()) {
    await showIn(page, colorScheme);
    for (const violation of await axeViolations(page, index === 0 ? 'all' : 'colours'))
      found.push(`${colorScheme}: ${violation}`);
  }
  return found;
}

/** A phone, a tablet and a wide screen, px. */
const WIDTHS = [480, 992, 1600];

/** The same at each width that the app is made for, at which the page is left wide. */
export async function violationsAtEveryWidth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const violation of await violationsInBothThemes(page)) found.push(`${width} px: ${violation}`);
  }
  return found;
}
