/** One step of a transaction as text: where it stands, the calls, the variables, the machine. */
import type { Decoded } from '../../../src/core/abi/decoded';
import { nameText } from '../../../src/core/abi/value-text';
import { bytesToHex } from '../../../src/core/chain/hex';
import { formatInteger } from '../../../src/core/format/counts';
import type { Evaluated } from '../../../src/core/source/debug/evaluate';
import { UNTOUCHED } from '../../../src/core/source/values/known-storage';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Result } from '../../../src/core/values/result';
import { type StepAnswers, valuesInScope } from '../read-step';
import type { Page } from './paint';
import { wholeText } from './rows';

/** Words of the stack and bytes of memory that are written. */
const STACK = 16;
const MEMORY = 512;

/** Writes a step up to its variables. */
export function writeStep(page: Page, answers: StepAnswers): void {
  const { state, source, place, locals } = answers;
  const { step, name, pc, gas, depth } = state;
  page.line(
    { text: `Step ${formatInteger(step)}`, in: 'bold' },
    `  ${name} at ${pc}, ${formatInteger(gas)} gas left, depth ${depth}`,
  );
  if (place) {
    page.line('  ', { text: `${harmlessText(place.file, 200)}:${place.line}`, in: 'cyan' });
    page.line(`    ${harmlessText(place.text, 300)}`);
  } else if (source) page.sentence(source.why);
  const calls = source?.stack ?? [];
  if (calls.length > 0) page.heading('Calls', 'innermost first');
  for (const line of calls)
    page.line(
      `  ${harmlessText(`${line.contract || (line.address ?? 'Unknown contract')}${line.function === '' ? '' : `.${line.function}`}`, 160)}`,
      line.path === '' ? '' : { text: `  ${harmlessText(line.path, 200)}:${line.line}`, in: 'dim' },
    );
  const { locals: inScope, stored } = valuesInScope(answers);
  page.heading('Variables');
  if (locals.why !== '') page.sentence(harmlessText(locals.why, 400), 2, 'dim');
  for (const local of inScope) writeVariable(page, local, true);
  const touched = stored.filter(({ unknown, text: said }) => !(unknown && said === UNTOUCHED));
  if (touched.length > 0) page.heading('State variables', 'that the transaction reached');
  for (const each of touched) writeVariable(page, each, false);
}

function writeVariable(page: Page, value: Decoded, withType: boolean): void {
  const type = withType ? { text: `  ${harmlessText(value.declared ?? value.type, 60)}`, in: 'dim' as const } : '';
  page.line(`  ${nameText(value.name)} = ${wholeText(value)}`, type);
}

/** Writes an expression with its value, or why it has none. */
export function writeExpression(page: Page, expression: string, evaluated: Result<Evaluated, string>): void {
  const head = harmlessText(expression, 120);
  if (!evaluated.ok) page.line(`  ${head}: ${harmlessText(evaluated.error, 300)}`);
  else {
    const { value, note } = evaluated.value;
    page.line(`  ${head} = ${wholeText(value)}`, { text: `  ${harmlessText(value.type, 60)}`, in: 'dim' });
    if (note !== '') page.sentence(harmlessText(note, 300), 4, 'yellow');
  }
}

/** Writes the top of the stack and the beginning of memory. */
export function writeMachine(page: Page, { state: { stack, memory } }: StepAnswers): void {
  page.heading('Stack', 'the top first');
  for (const word of stack.toReversed().slice(0, STACK)) page.line(`  0x${word.toString(16)}`);
  page.heading('Memory', `${formatInteger(memory.length)} bytes`);
  for (let from = 0; from < Math.min(memory.length, MEMORY); from += 32)
    page.line(
      { text: `  ${from.toString(16).padStart(4, '0')} `, in: 'dim' },
      bytesToHex(memory.subarray(from, from + 32)).slice(2),
    );
}
