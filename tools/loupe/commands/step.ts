/** `loupe step HASH`: the machine and the variables at one instruction, and where a value changes. */
import { StartFailure } from '../../../devnet/start-failure';
import type { Expression } from '../../../src/core/source/debug/expression';
import { type Command, complain, readArguments, readNumber } from '../command';
import { changesFacts } from '../facts/changes';
import { toJson } from '../facts/json';
import { expressionFact, stepFacts } from '../facts/step';
import { findStep, parseFileLine, type WantedStep } from '../find-step';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { handleOf, openMined, readTransactionHash } from '../open-mined';
import { evaluateAt, readExpression, readStep } from '../read-step';
import { writeChanges } from '../text/changes';
import { openPage } from '../text/paint';
import { writeExpression, writeMachine, writeStep } from '../text/step';
import { watchValue } from '../watch-value';

/** Changes that are listed. */
const CHANGES = 1_000;

export const step: Command = {
  name: 'step',
  summary: 'stack, memory, variables and source at one step of a transaction; where a value changes',
  usage: `loupe step HASH (--at N | --line FILE:LINE | --error) [options]
loupe step HASH --watch EXPRESSION [options]

${CHAIN_USAGE}  --at N           the step by its number, 0-based
  --line FILE:LINE the first step that comes to a line; FILE is the end of its path
  --error          the instruction at which the transaction failed
  --expr TEXT      an expression over what is in scope at the step, as the source writes it; may be given again
  --watch TEXT     lists where the value of an expression changes, over all statements

Example:
  loupe step 0x5f1c…(64 digits) --line Router.sol:40 --expr 'amountOut - minimumOut'
  loupe step 0x5f1c…(64 digits) --watch 'balanceOf[to]'
`,
  async run(given, io) {
    const options = {
      ...CHAIN_OPTIONS,
      at: { type: 'string' },
      line: { type: 'string' },
      error: { type: 'boolean' },
      expr: { type: 'string', multiple: true },
      watch: { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(given, options, ['HASH']);
    const hash = readTransactionHash(positionals[0]);
    const { watch, expr = [] } = values;
    const wanted = watch === undefined ? readWanted(values) : undefined;
    const watched = watch === undefined ? undefined : readGiven('--watch', watch);
    const expressions = expr.map((text) => ({ text, expression: readGiven('--expr', text) }));
    const chain = await openChain(values, io);
    const opened = await openMined(chain, hash);
    if (!opened.ok) return refuse(io, opened.error);
    const handle = handleOf(opened.value);
    if (!handle.ok) return refuse(io, handle.error);
    const refused = (sentence: string) => {
      chain.progress.end();
      complain(io, sentence);
      return 1;
    };
    const { record } = opened.value;
    if (watch !== undefined && watched !== undefined) {
      const bounds = { from: 0, stops: Number.POSITIVE_INFINITY, changes: CHANGES };
      const asked = { expression: watched, record, chainId: chain.networkId };
      const found = await watchValue(chain.engine, handle.value, asked, bounds, chain.progress.say);
      if (!found.ok) return refused(found.error);
      chain.progress.end();
      if (found.value.found === 0) return refused(found.value.why || 'It was in scope at no statement.');
      if (values.json) io.out(toJson(changesFacts(watch, found.value)));
      else writeChanges(openPage(io), watch, found.value);
      return 0;
    }
    if (wanted === undefined) throw new Error('a step is wanted');
    const found = await findStep(chain.engine, handle.value, opened.value, wanted);
    if (!found.ok) return refused(found.error);
    const read = await readStep(chain.engine, handle.value, found.value);
    if (!read.ok) return refused(read.error);
    const { step } = read.value.state;
    if (found.value > step) return refused(`There is no step ${found.value}; the last is ${step}.`);
    const evaluated = expressions.map(({ text, expression }) => ({
      text,
      value: evaluateAt(expression, read.value, record, chain.networkId),
    }));
    if (values.json) {
      const facts = evaluated.map(({ text, value }) => expressionFact(text, value));
      io.out(toJson({ ...stepFacts(read.value), ...(facts.length > 0 && { expressions: facts }) }));
      return 0;
    }
    const page = openPage(io);
    writeStep(page, read.value);
    if (evaluated.length > 0) page.heading('Expressions');
    for (const { text, value } of evaluated) writeExpression(page, text, value);
    writeMachine(page, read.value);
    return 0;
  },
};

function readGiven(option: string, text: string): Expression {
  const parsed = readExpression(text);
  if (!parsed.ok) throw new StartFailure(`${option}: ${parsed.error}`);
  return parsed.value;
}

function readWanted(values: {
  at?: string | undefined;
  line?: string | undefined;
  error?: boolean | undefined;
}): WantedStep {
  const { at, line, error } = values;
  if ([at, line, error].filter((value) => value !== undefined).length !== 1)
    throw new StartFailure('One of the options --at, --line and --error says which step, or --watch an expression.');
  if (at !== undefined) return { at: readNumber('--at', at, 0) };
  if (line === undefined) return 'error';
  const place = parseFileLine(line);
  if (place === undefined) throw new StartFailure('--line takes FILE:LINE, as in Router.sol:40.');
  return { line: place };
}
