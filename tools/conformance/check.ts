/** Judging one case: the first thing that differs is the reason. */
import type { CaseResult } from './suite';

/** Collects what a case expects; a check that fails or throws ends it. */
export type Check = {
  /** Both are compared as text. */
  equal(what: string, actual: unknown, expected: unknown): void;
  that(what: string, condition: boolean): void;
};

class Difference extends Error {}

/** Runs the checks of one case; whatever is thrown is its failure. */
export async function judge(name: string, run: (check: Check) => void | Promise<void>): Promise<CaseResult> {
  const check: Check = {
    equal(what, actual, expected) {
      if (String(actual) !== String(expected)) {
        throw new Difference(`${what}: expected ${short(expected)}, got ${short(actual)}`);
      }
    },
    that(what, condition) {
      if (!condition) throw new Difference(what);
    },
  };
  try {
    await run(check);
    return { name, outcome: 'passed' };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const reason = error instanceof Difference ? error.message : `${error.name}: ${error.message.split('\n')[0]}`;
    return { name, outcome: 'failed', reason };
  }
}

function short(value: unknown): string {
  const text = String(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
