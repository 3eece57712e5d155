/** Accessibility of a page as axe-core sees it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

/** The rules of axe-core whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Which rules are asked: all, those that depend on colours, or the others. */
type Asked = 'all' | 'colours' | 'structure';

const RULES: Readonly<Record<Asked, object>> = {
  all: {},
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  structure: { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
};

/**
 * What axe-core finds wrong, a line per rule and element; empty when nothing. Evaluated, not added as a script, so a
 * strict CSP does not forbid it.
 */
export async function axeViolations(page: Page, rules: Asked = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await look(page, RULES[rules]);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}) at ${html}: ${failureSummary ?? ''}`),
  );
}

/**
 * Before it is looked at, a page has so many frames at most to come to rest: until one of them changes nothing. A page
 * that draws no more frames may have no idle moment either, so that it is waited for no longer than 100 ms.
 */
const FRAMES = 30;

/** A page whose elements change while it is looked at is looked at again, so often at most: axe-core fails over what is gone. */
const LOOKS = 5;

async function look(page: Page, rules: object): Promise<Violation[]> {
  const options = {
    // What passes is not described, and what fails is by its markup: to find a selector for each element took as long as
    // half of the rules. Style sheets and media are not loaded once more for rules on sound.
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    ...rules,
  };
  return page.evaluate(
    async ({ looks, frames, options }) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
      for (let attempt = 1; ; attempt++) {
        let isChanged = false;
        const observer = new MutationObserver(() => (isChanged = true));
        observer.observe(document.body, { childList: true, subtree: true });
        try {
          for (let frame = 0; frame < frames && (frame === 0 || isChanged); frame++) {
            isChanged = false;
            await new Promise((rested) => {
              requestAnimationFrame(() => requestIdleCallback(rested));
              setTimeout(rested, 100);
            });
          }
          isChanged = false;
          const { violations } = await axe.run(options);
          if (!isChanged || attempt === looks) return violations;
        } catch (error) {
          if (!isChanged || attempt === looks) throw error;
        } finally {
          observer.disconnect();
        }
      }
    },
    { looks: LOOKS, frames: FRAMES, options },
  );
}
