/** Why a test failed, in lines: its reason, its line, what its assertion read, its counterexample and its console. */
import { calledText } from '../../../src/core/testing/called-text';
import type { TestResult, ValueRead } from '../../../src/core/testing/result';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Page } from './paint';

const MAX_TEXT = 2_000;

type Failed = Pick<TestResult, 'reason' | 'place' | 'reads' | 'counterexample' | 'console'>;

/** Writes what is known of a test that failed or was skipped, each line after `indent` blanks. */
export function tellFailure(page: Page, { reason, console, ...failed }: Failed, indent: number): void {
  const blanks = ' '.repeat(indent);
  const tell = (text: string) => `${blanks}${harmlessText(text, MAX_TEXT)}`;
  if (reason !== undefined) page.sentence(harmlessText(reason, MAX_TEXT), indent);
  for (const line of failureLines(failed)) page.line(tell(line));
  for (const line of console) page.line({ text: tell(line), in: 'dim' });
}

/** Returns the lines below the reason: where it failed, what its assertion read, and the calls of its counterexample. */
export function failureLines({
  place,
  reads = [],
  counterexample = [],
}: Pick<TestResult, 'place' | 'reads' | 'counterexample'>): string[] {
  return [
    ...(place === undefined ? [] : [`${place.file}:${place.line}`]),
    ...reads.map(readText),
    ...counterexample.map((call) => calledText(call)),
  ];
}

/** `Counter.count = 5 ← src/Counter.sol:40 in setUp`. */
function readText({ contract, name, value, written }: ValueRead): string {
  const held = `${contract === '' ? '' : `${contract}.`}${name} = ${value}`;
  if (written === undefined) return held;
  const { call, place } = written;
  const where = place === undefined ? ['written'] : [`${place.file}:${place.line}`];
  if (call !== 'test') where.push(call === 'call' ? 'in a call before' : `in ${call}`);
  return `${held} ← ${where.join(' ')}`;
}
