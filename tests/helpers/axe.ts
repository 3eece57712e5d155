/** Accessibility of a page as axe-core sees it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** The rules of axe-core whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds wrong, a line per rule and element; empty when nothing. `colours` asks only the rules that depend
 * on them. Evaluated, not added as a script, so a strict CSP does not forbid it.
 */
export async function axeViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await look(page, rules === 'all' ? undefined : COLOUR_RULES);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** A page whose elements change while it is looked at is looked at again, so often at most: axe-core fails over what is gone. */
const LOOKS = 5;

async function look(page: Page, rules: readonly string[] | undefined): Promise<Violation[]> {
  const options = {
    // Of what passes, nothing is described.
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  return page.evaluate(
    async ({ looks, options }) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
      for (let attempt = 1; ; attempt++) {
        let isChanged = false;
        const observer = new MutationObserver(() => (isChanged = true));
        observer.observe(document.body, { childList: true, subtree: true });
        try {
          const { violations } = await axe.run(options);
          if (!isChanged || attempt === looks) return violations;
        } catch (error) {
          if (!isChanged || attempt === looks) throw error;
        } finally {
          observer.disconnect();
        }
      }
    },
    { looks: LOOKS, options },
  );
}
