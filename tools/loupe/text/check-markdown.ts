/** Checked simulations against those of an earlier state, as Markdown for a comment on a change. */
import { formatInteger } from '../../../src/core/format/counts';
import { shorten } from '../../../src/core/format/shorten';
import { harmlessText } from '../../../src/core/text/harmless';
import type { SimulationReport, StateLine, StepReport } from '../run-simulation';

/** Differences of state that are listed. */
const LINES = 100;

/** Returns gas and state of each step beside what they were. Files are the same where their names are. */
export function checkMarkdown(before: readonly SimulationReport[], after: readonly SimulationReport[]): string {
  const known = new Map(before.map((report) => [report.file, report]));
  const rows = after.flatMap((report) => gasRows(known.get(report.file), report));
  const changed = after.flatMap((report) => stateRows(known.get(report.file), report));
  const problems = after.flatMap(({ file, problem }) =>
    problem === undefined ? [] : [`- ${code(file)}: ${words(problem)}`],
  );
  const gone = before.filter(({ file }) => !after.some((report) => report.file === file));
  return [
    '### Simulations',
    '',
    '| simulation | step | outcome | gas | change |',
    '| --- | --- | --- | ---: | ---: |',
    ...rows,
    '',
    ...problems,
    ...gone.map(({ file }) => `- ${code(file)} is gone.`),
    changed.length === 0
      ? 'No step changes the state otherwise than before.'
      : '#### State that steps change otherwise',
    ...(changed.length === 0
      ? []
      : [
          '',
          '| simulation | step | account | field | before this change | now |',
          '| --- | --- | --- | --- | --- | --- |',
        ]),
    ...changed.slice(0, LINES),
    ...(changed.length > LINES ? ['', `… ${changed.length - LINES} more`] : []),
    '',
  ].join('\n');
}

function gasRows(before: SimulationReport | undefined, { file, steps = [] }: SimulationReport): string[] {
  return steps.map(({ label, isAsExpected, words: said, gasUsed, unmet }, at) => {
    const was = before?.steps?.[at]?.gasUsed;
    const change =
      gasUsed === undefined || was === undefined ? (was === undefined ? 'new' : '') : signed(gasUsed - was);
    const outcome = `${isAsExpected ? '✓' : '✕'} ${words([said.replace(/, [\d,]+ gas$/, ''), ...unmet].join(' '))}`;
    return `| ${code(file)} | ${stepName(label, at)} | ${outcome} | ${gasUsed === undefined ? '' : formatInteger(gasUsed)} | ${change} |`;
  });
}

function stateRows(before: SimulationReport | undefined, { file, steps = [] }: SimulationReport): string[] {
  if (before === undefined) return [];
  return steps.flatMap(({ label, state }, at) => {
    const was = before.steps?.[at]?.state;
    if (state === undefined || was === undefined) return [];
    return differences(was, state).map(
      ([a, b]) =>
        `| ${code(file)} | ${stepName(label, at)} | ${code((b ?? a)?.address ?? '')} | ${code(fieldText((b ?? a)?.field ?? ''))} | ${changeText(a)} | ${changeText(b)} |`,
    );
  });
}

function differences(
  was: readonly StateLine[],
  now: readonly StateLine[],
): [StateLine | undefined, StateLine | undefined][] {
  const key = ({ address, field }: StateLine) => `${address} ${field}`;
  const old = new Map(was.map((line) => [key(line), line]));
  const fresh = new Map(now.map((line) => [key(line), line]));
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((each) => {
    const [a, b] = [old.get(each), fresh.get(each)];
    // What was there before the step may have moved; what the step does to it counts.
    return a?.after === b?.after && a?.before === b?.before ? [] : [[a, b] as [typeof a, typeof b]];
  });
}

function changeText(line: StateLine | undefined): string {
  return line === undefined ? 'unchanged' : `${code(fieldText(line.before))} → ${code(fieldText(line.after))}`;
}

function fieldText(text: string): string {
  return /^0x[\da-f]{64}$/.test(text)
    ? text.replace(/^0x0+(?=[\da-f])/, '0x').length < 22
      ? text.replace(/^0x0+(?=[\da-f])/, '0x')
      : shorten(text)
    : text;
}

function stepName(label: StepReport['label'], at: number): string {
  return `${at + 1}${label === '' ? '' : ` ${words(label)}`}`;
}

function signed(change: number): string {
  return change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatInteger(Math.abs(change))}`;
}

/** A text without any of Markdown's or HTML's own characters, and without mentions of people and issues. */
function words(text: string): string {
  return harmlessText(text, 300).replace(/[\\`*_{}[\]<>|#!~@&]/g, (each) => `&#${each.charCodeAt(0)};`);
}

function code(text: string): string {
  return `<code>${words(text)}</code>`;
}
