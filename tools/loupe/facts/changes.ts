/** Where a value changes, as `loupe step --watch --json` prints it. */
import type { ValueChanges } from '../watch-value';
import { valueFact } from './values';

/** Returns the facts of a value's changes. */
export function changesFacts(expression: string, { changes, looked, found, next }: ValueChanges) {
  return {
    format: 'loupe-changes',
    version: 1,
    expression,
    statements: looked,
    inScope: found,
    changes: changes.map(({ step, by, before, after }) => ({
      step,
      ...(by && { by }),
      ...(before && { before: valueFact(before) }),
      after: valueFact(after),
    })),
    ...(next !== undefined && { next }),
  };
}
