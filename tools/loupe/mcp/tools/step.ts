/** Tools about one moment of a transaction: the variables at a step, and where a value changes. */
import { harmlessText } from '../../../../src/core/text/harmless';
import { findStep, parseFileLine, type WantedStep } from '../../find-step';
import { evaluateAt, readExpression, readStep } from '../../read-step';
import { writeChanges } from '../../text/changes';
import { writeExpression, writeMachine, writeStep } from '../../text/step';
import { watchValue } from '../../watch-value';
import { Answer, SIZE } from '../answer';
import { BadInput, flag, listOf, optional, text, whole } from '../fields';
import { type McpSession, type OpenTool, ToolFailure } from '../session';
import { cursor, HASH, size, skipOf, tool } from '../tool';

const EXPRESSION = text(
  'An expression over variables in scope, as the source writes it: balances[to], amountOut - fee',
  undefined,
  'an expression',
  400,
);
/** Statements that one answer looks at, and changes that it may list. */
const STATEMENTS = 5_000;
const CHANGES = 200;

export const step = tool({
  name: 'step',
  description:
    'Source line, calls and variables at one moment: at an instruction by its number, the first time a line runs, the beginning of a row, or the error. Exactly one of at, line, row and error.',
  fields: {
    ...HASH,
    at: optional(whole('Number of the instruction, 0-based', 0, 2 ** 31)),
    line: optional(text('FILE:LINE, the end of a path: Router.sol:40', /^.{1,300}:\d{1,7}$/, 'FILE:LINE', 310)),
    row: optional(whole('Number of a row of the tree', 0, 2 ** 31)),
    error: optional(flag('Where the transaction failed')),
    expressions: optional(listOf('Values that are wanted beside the variables', EXPRESSION, 10)),
    machine: optional(flag('Stack and memory, too')),
    ...{ size, cursor },
  },
  async run(session, given) {
    const parsed = (given.expressions ?? []).map((each) => ({ each, expression: expressionOf(each) }));
    const open = await session.open(given.network, given.transaction);
    const wanted = await wantedOf(session, open, given);
    const found = await findStep(session.engine, open.handle, open.mined, wanted);
    if (!found.ok) throw new ToolFailure(found.error);
    const read = await readStep(session.engine, open.handle, found.value);
    if (!read.ok) throw new ToolFailure(read.error);
    const answers = read.value;
    const answer = answerOf(session, open, answers.state.step, given.size, skipOf(given.cursor));
    const page = answer.page();
    for (const { each, expression } of parsed)
      writeExpression(page, each, evaluateAt(expression, answers, open.mined.record, open.networkId));
    writeStep(page, answers);
    if (given.machine) writeMachine(page, answers);
    return answer.text();
  },
});

export const changes = tool({
  name: 'changes',
  description:
    'Where the value of an expression changes over a transaction: each value with the statement that made it. Looks at every statement whose source is known, thousands at a time.',
  fields: { ...HASH, expression: EXPRESSION, ...{ size, cursor } },
  async run(session, given) {
    const expression = expressionOf(given.expression);
    const open = await session.open(given.network, given.transaction);
    const [, from = '0'] = /^step:(\d{1,10})$/.exec(given.cursor ?? '') ?? [];
    const found = await watchValue(
      session.engine,
      open.handle,
      { expression, record: open.mined.record, chainId: open.networkId },
      { from: Number(from), stops: STATEMENTS, changes: CHANGES },
    );
    if (!found.ok) throw new ToolFailure(found.error);
    const { value } = found;
    if (value.found === 0 && value.next === undefined)
      throw new ToolFailure(value.why === '' ? 'It is in scope at no statement.' : value.why);
    const answer = answerOf(session, open, value.changes[0]?.step ?? 0, given.size, 0);
    writeChanges(answer.page(), given.expression, value);
    // A change that found no room is told again from its own step on.
    const told = answer.told - 1;
    const next = told < value.changes.length ? value.changes[Math.max(0, told)]?.step : value.next;
    return answer.text(next === undefined ? undefined : { cursor: `step:${next}`, left: 'more statements' });
  },
});

function answerOf(session: McpSession, open: OpenTool, at: number, wanted: number | undefined, skip: number): Answer {
  const link = session.linkTo(open, '/debugger', { step: at });
  return new Answer({ proof: session.proofOf(open), link }, wanted ?? SIZE.usual, skip);
}

function expressionOf(given: string) {
  const parsed = readExpression(given);
  if (!parsed.ok) throw new BadInput(`The expression ${harmlessText(given, 60)}: ${parsed.error}`);
  return parsed.value;
}

async function wantedOf(
  { engine }: McpSession,
  { handle }: OpenTool,
  given: { at: number | undefined; line: string | undefined; row: number | undefined; error: boolean | undefined },
): Promise<WantedStep> {
  const { at, line, row, error } = given;
  if ([at, line, row, error].filter((each) => each !== undefined).length !== 1 || error === false)
    throw new BadInput('Exactly one of at, line, row and error says which moment.');
  if (at !== undefined) return { at };
  if (row !== undefined) {
    const detail = await engine.trace
      .detail(handle, row as Parameters<typeof engine.trace.detail>[1])
      .catch(() => undefined);
    if (detail === undefined) throw new BadInput(`There is no row ${row}; answers have numbers of rows after #.`);
    return { row: detail.depthId };
  }
  const place = line === undefined ? undefined : parseFileLine(line);
  return place === undefined ? 'error' : { line: place };
}
