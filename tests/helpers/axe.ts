/** Accessibility of a page as axe-core sees it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** What axe-core finds wrong, a line per rule and element; empty when nothing. Evaluated, not added as a script, so a strict CSP does not forbid it. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await look(page);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** A page whose elements change while it is looked at is looked at again, so often at most: axe-core fails over what is gone. */
const LOOKS = 5;

async function look(page: Page): Promise<Violation[]> {
  return page.evaluate(async (looks) => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    for (let attempt = 1; ; attempt++) {
      let isChanged = false;
      const observer = new MutationObserver(() => (isChanged = true));
      observer.observe(document.body, { childList: true, subtree: true });
      try {
        const { violations } = await axe.run();
        if (!isChanged || attempt === looks) return violations;
      } catch (error) {
        if (!isChanged || attempt === looks) throw error;
      } finally {
        observer.disconnect();
      }
    }
  }, LOOKS);
}
