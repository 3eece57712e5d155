/** Accessibility of a page in both themes. */
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
