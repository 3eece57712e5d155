/** Where a value changes, as text. */
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { harmlessText } from '../../../src/core/text/harmless';
import type { ValueChanges } from '../watch-value';
import type { Page } from './paint';
import { wholeText } from './rows';

/** Writes each change with the statement that made it. */
export function writeChanges(page: Page, expression: string, { changes, looked, found }: ValueChanges): void {
  page.line(
    { text: harmlessText(expression, 120), in: 'bold' },
    `  ${countOf(changes.length, 'value')}, in scope at ${formatInteger(found)} of ${countOf(looked, 'statement')}`,
  );
  for (const { step, by, before, after } of changes)
    page.line(
      `  ${formatInteger(step).padStart(9)}  ${before === undefined ? '' : `${wholeText(before)} → `}${wholeText(after)}`,
      by === undefined
        ? ''
        : {
            text: `  ${harmlessText(by.contract === '' ? by.function : `${by.contract}.${by.function}`, 100)}  ${harmlessText(by.file, 160)}:${by.line}`,
            in: 'dim',
          },
    );
}
