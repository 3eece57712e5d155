/** Accessibility of the page that a browser test has open, as axe-core sees it. */
import axe from 'axe-core';
import { page } from 'vitest/browser';

/** The rules of axe-core whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page whose elements change while it is looked at is looked at again, so often at most: axe-core fails over what is gone. */
const LOOKS = 5;

/** What axe-core finds wrong, a line per rule and element; empty when nothing. `colours` asks only the rules that depend on them. */
export async function axeViolations(rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    let isChanged = false;
    const observer = new MutationObserver(() => (isChanged = true));
    observer.observe(document.body, { childList: true, subtree: true });
    try {
      const { violations } = await axe.run({
        // What passes is not described.
        resultTypes: ['violations'],
        ...(rules === 'colours' && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
      });
      if (isChanged && attempt < LOOKS) continue;
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    } catch (error) {
      if (!isChanged || attempt === LOOKS) throw error;
    } finally {
      observer.disconnect();
    }
  }
}

/** What axe-core finds wrong in either theme. The elements are the same in both, so in the second only colours are looked at. */
export async function violationsInBothThemes(): Promise<string[]> {
  const { dataset } = document.documentElement;
  const found: string[] = [];
  for (const [theme, rules] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    dataset.theme = theme;
    // Colours that are on their way to those of the theme would be looked at half-way.
    const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(moving.map((each) => each.finished));
    for (const violation of await axeViolations(rules)) found.push(`${theme}: ${violation}`);
  }
  dataset.theme = 'light';
  return found;
}

/** A phone, a tablet and a wide screen, px. */
const WIDTHS = [480, 992, 1600];

/** What axe-core finds wrong in either theme at each width that the app is made for, at which the page is left wide. */
export async function violationsAtEveryWidth(): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.viewport(width, 900);
    for (const violation of await violationsInBothThemes()) found.push(`${width} px: ${violation}`);
  }
  return found;
}
