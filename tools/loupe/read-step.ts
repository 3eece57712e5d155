/** What the debugger shows of one step: facts and text are both made of these answers. */
import { lookUpIn, scopeAt } from '../../src/app/views/debugger/values-in-scope';
import type { Decoded } from '../../src/core/abi/decoded';
import { type Evaluated, evaluate } from '../../src/core/source/debug/evaluate';
import { type Expression, parseExpression } from '../../src/core/source/debug/expression';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { TransactionRecord } from '../../src/workers/chain/chain.api';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { LocalsView, StateView } from '../../src/workers/trace/source-trace.api';
import type { StepState } from '../../src/workers/trace/steps.api';
import type { StepSource } from '../../src/workers/trace/steps-in-source.api';

export type StepAnswers = {
  state: StepState;
  /** Absent where nothing is known of sources. */
  source?: StepSource;
  /** Place of the step, with the text of the line and up to two around it. */
  place?: { file: string; line: number; text: string };
  locals: LocalsView;
  variables: StateView;
};

/** Asks for a step; one beyond the last is the last. The failure is a sentence. */
export async function readStep(
  { trace }: Pick<Engine, 'trace'>,
  handle: TraceHandle,
  at: number,
): Promise<Result<StepAnswers, string>> {
  const machine = await trace.stateAt(handle, at);
  if (!machine.ok) return fail(machine.error.message);
  const state = machine.value;
  const source = await trace.sourceAt(handle, state.step);
  const locals = await trace.variablesAt(handle, state.step);
  const variables = await trace.stateVariablesAt(handle, state.step);
  const place = source.ok ? source.value.place : undefined;
  const file = place && (await trace.stepFile(handle, place.file));
  const known = file?.ok ? file.value : undefined;
  return ok({
    state,
    ...(source.ok && { source: source.value }),
    ...(place &&
      known && {
        place: {
          file: known.file.path,
          line: place.line,
          text: known.text.split('\n')[place.line - 1]?.trim() ?? '',
        },
      }),
    locals: locals.ok ? locals.value : { function: '', locals: [], why: locals.error.message },
    variables: variables.ok
      ? variables.value
      : { contract: '', address: undefined, variables: [], why: variables.error.message },
  });
}

/** Reads an expression as the debugger does; the failure is a sentence. */
export function readExpression(text: string): Result<Expression, string> {
  return text.trim() === '' ? fail('The expression is empty.') : parseExpression(text);
}

/** Evaluates an expression over what is in scope at the step; the failure is a sentence. */
export function evaluateAt(
  expression: Expression,
  { state, locals, variables }: Pick<StepAnswers, 'state' | 'locals' | 'variables'>,
  { transaction, receipt, block }: TransactionRecord,
  chainId: number,
): Result<Evaluated, string> {
  const scope = scopeAt({ step: state.step, now: { locals, state: variables }, before: undefined }, state, undefined);
  return evaluate(
    expression,
    lookUpIn(scope, {
      origin: transaction.from,
      gasPrice: receipt?.effectiveGasPrice ?? transaction.gasPrice,
      chainId,
      block: block && {
        number: block.number,
        timestamp: block.timestamp,
        baseFee: block.baseFeePerGas,
        coinbase: block.miner,
      },
    }),
  );
}

/** Returns the variables of a step by their values alone. */
export function valuesInScope({ locals, variables }: StepAnswers): { locals: Decoded[]; stored: Decoded[] } {
  return {
    locals: locals.locals.map(({ value }) => value),
    stored: variables.variables.map(({ value }) => value),
  };
}
