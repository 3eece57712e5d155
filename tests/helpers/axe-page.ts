/** Accessibility of the page that a browser test has open, as axe-core sees it. */
import axe from 'axe-core';
import { page } from 'vitest/browser';

/** The rules of axe-core whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What passes is not described, and what fails is by its markup: to find a selector for each element took as long as
 * half of the rules. Style sheets and media are not loaded once more for rules on sound, of which the app makes none.
 */
const WHAT_IS_TOLD = { resultTypes: ['violations' as const], selectors: false, preload: false };

/** A page whose elements change while it is looked at is looked at again, so often at most: axe-core fails over what is gone. */
const LOOKS = 5;

/**
 * What axe-core finds wrong, a line per rule and element; empty when nothing. `structure` leaves out the rules that
 * depend on colours. The dark theme is not asked about: the tokens tell that it can be read where the light one can
 * (tests/app/styles/tokens.browser.test.ts).
 */
export async function axeViolations(rules: 'all' | 'structure' = 'all'): Promise<string[]> {
  // Colours that are on their way to others would be looked at half-way.
  const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(moving.map((each) => each.finished));
  for (let attempt = 1; ; attempt++) {
    let isChanged = false;
    const observer = new MutationObserver(() => (isChanged = true));
    observer.observe(document.body, { childList: true, subtree: true });
    try {
      const { violations } = await axe.run({
        ...WHAT_IS_TOLD,
        ...(rules === 'structure' && {
          rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
        }),
      });
      if (isChanged && attempt < LOOKS) continue;
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} (${help}) at ${html}: ${failureSummary ?? ''}`),
      );
    } catch (error) {
      if (!isChanged || attempt === LOOKS) throw error;
    } finally {
      observer.disconnect();
    }
  }
}

/** A phone, a tablet and a wide screen, px. */
const WIDTHS = [480, 992, 1600];

/**
 * What axe-core finds wrong at each width that the app is made for, at which the page is left wide. Text has the colours
 * that it has on the wide screen at the others, too.
 */
export async function violationsAtEveryWidth(): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.viewport(width, 900);
    const rules = width === WIDTHS.at(-1) ? 'all' : 'structure';
    for (const violation of await axeViolations(rules)) found.push(`${width} px: ${violation}`);
  }
  return found;
}
