/** Why a test failed, in lines: its reason, its line, what its assertion read, its counterexample and its console. */
import type { TestResult, ValueRead } from '../../../src/core/testing/result';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Page } from './paint';

const MAX_TEXT = 2_000;

type Failed = Pick<TestResult, 'reason' | 'place' | 'reads' | 'counterexample' | 'console'>;

/** Writes what is known of a test that failed or was skipped, each line after `indent` blanks. */
export function tellFailure(
  page: Page,
  { reason, place, reads = [], counterexample = [], console }: Failed,
  indent: number,
): void {
  const blanks = ' '.repeat(indent);
  const tell = (text: string) => `${blanks}${harmlessText(text, MAX_TEXT)}`;
  if (reason !== undefined) page.sentence(harmlessText(reason, MAX_TEXT), indent);
  if (place !== undefined) page.line(tell(`${place.file}:${place.line}`));
  for (const read of reads) page.line(tell(readText(read)));
  for (const { signature, args, target } of counterexample)
    page.line(tell(`${target?.name ?? ''} ${signature} with ${args.join(', ')}`.trim()));
  for (const line of console) page.line({ text: tell(line), in: 'dim' });
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
