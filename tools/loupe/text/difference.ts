/** Where two transactions are not the same, as text. */
import type { NativeCurrency } from '../../../src/core/chain/network';
import { formatNative } from '../../../src/core/format/amounts';
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { truncate } from '../../../src/core/format/shorten';
import type { StateDifference } from '../../../src/core/replay/compare-state-diffs';
import { harmlessText } from '../../../src/core/text/harmless';
import { RowChange } from '../../../src/core/trace/diff';
import type { DifferenceAnswers } from '../read-difference';
import type { Page } from './paint';
import { rowParts } from './rows';

/** Sign and colour of each change. */
const LOOKS = {
  [RowChange.same]: ['  ', 'dim'],
  [RowChange.changed]: ['+ ', 'green'],
  [RowChange.added]: ['+ ', 'green'],
  [RowChange.removed]: ['− ', 'red'],
} as const;

/** Writes the rows that differ, the functions whose gas does, and at most `most` differences of state. */
export function writeDifference(
  page: Page,
  { isSame, summary, rows, gas, state }: DifferenceAnswers,
  currency: NativeCurrency,
  most: number,
): void {
  page.line({
    text: isSame
      ? 'Both did the same.'
      : `${countOf(summary.concernedCount, 'row')} that differ, or lead to one that does`,
    in: 'bold',
  });
  for (const { change, a: one, b: other } of rows) {
    const [sign, colour] = LOOKS[change];
    const shown = other ?? one;
    if (change === RowChange.changed && one) page.line({ text: '− ', in: 'red' }, ...rowParts(one, currency, false));
    if (shown) page.line({ text: sign, in: colour }, ...rowParts(shown, currency, false));
  }
  if (gas.length > 0) page.heading('Gas of functions', 'of their own, A → B');
  for (const { name, functionName, address, selector, gasA, gasB } of gas.slice(0, 50))
    page.line(
      `  ${harmlessText(`${name?.text ?? address ?? 'creation'}.${functionName?.text ?? selector ?? ''}`, 120)}  ${gasText(gasA)} → ${gasText(gasB)}`,
    );
  page.heading('State', state.ok ? countOf(state.value.count, 'difference') : '');
  if (!state.ok) page.sentence(state.error.message);
  else
    for (const each of state.value.differences.slice(0, most))
      page.line(`  ${each.address} ${each.field} ${each.slot ?? ''}`, {
        text: `  ${changeText(each, each.a, currency)} | ${changeText(each, each.b, currency)}`,
        in: 'dim',
      });
}

function gasText(gas: number | undefined): string {
  return gas === undefined ? '–' : formatInteger(gas);
}

/** Tells how one of the two changed a field. */
function changeText({ field }: StateDifference, change: StateDifference['a'], currency: NativeCurrency): string {
  if (change === undefined) return 'unchanged';
  const text = (value: string) =>
    field === 'balance' ? formatNative(BigInt(value), currency).exact : truncate(value, 70);
  return `${text(change.before)} → ${text(change.after)}`;
}
