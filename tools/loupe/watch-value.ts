/** Where the value of an expression changes: asked at every statement that execution comes to, in its order. */
import type { Decoded } from '../../src/core/abi/decoded';
import type { Expression } from '../../src/core/source/debug/expression';
import { fail, ok, type Result } from '../../src/core/values/result';
import type { TransactionRecord } from '../../src/workers/chain/chain.api';
import type { Engine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { StepSource } from '../../src/workers/trace/steps-in-source.api';
import { evaluateAt } from './read-step';

export type ValueChange = {
  /** The step before which the value is `after`. */
  step: number;
  /** The statement that ran before it, where it is known: it made the change. */
  by?: { contract: string; function: string; file: string; line: number };
  /** Absent where the value was not in scope before. */
  before?: Decoded;
  after: Decoded;
};

export type ValueChanges = {
  changes: readonly ValueChange[];
  /** Statements at which the value was asked for. */
  looked: number;
  /** Statements at which it was in scope. */
  found: number;
  /** Why it had no value at the last statement that was asked; '' where it had one everywhere. */
  why: string;
  /** The step to go on from, where not all were looked at. */
  next?: number;
};

type Asked = { expression: Expression; record: TransactionRecord; chainId: number };
/** `from`: the step to begin with · `stops`: statements that are looked at · `changes`: those that are listed. */
type Bounds = { from: number; stops: number; changes: number };

/**
 * Looks for changes of a value. A state variable is followed for each contract that has one of that name, a local for each
 * call of its function. The failure is a sentence.
 */
export async function watchValue(
  { trace }: Pick<Engine, 'trace'>,
  handle: TraceHandle,
  { expression, record, chainId }: Asked,
  bounds: Bounds,
  say: (text: string) => void = () => {},
): Promise<Result<ValueChanges, string>> {
  const names = namesIn(expression);
  const last = new Map<string, Decoded>();
  const changes: ValueChange[] = [];
  let looked = 0;
  let found = 0;
  let why = '';
  let ran: StepSource | undefined;
  let at: number | undefined = bounds.from;
  while (at !== undefined) {
    if (looked >= bounds.stops || changes.length >= bounds.changes)
      return ok({ changes, looked, found, why, next: at });
    const source: Result<StepSource, { message: string }> = await trace.sourceAt(handle, at);
    if (!source.ok) return fail(source.error.message);
    const here: StepSource = source.value;
    if (here.stopCount === 0) return fail('Execution comes to no statement whose source is known.');
    if (looked % 100 === 0) say(`Looking at ${looked} of ${here.stopCount} statements`);
    if (here.isStop) {
      looked++;
      const [state, locals, variables] = [
        await trace.stateAt(handle, here.step),
        await trace.variablesAt(handle, here.step),
        await trace.stateVariablesAt(handle, here.step),
      ];
      if (!state.ok) return fail(state.error.message);
      if (!locals.ok) return fail(locals.error.message);
      if (!variables.ok) return fail(variables.error.message);
      const now = evaluateAt(
        expression,
        { state: state.value, locals: locals.value, variables: variables.value },
        record,
        chainId,
      );
      if (now.ok) {
        found++;
        const { value } = now.value;
        const isLocal = locals.value.locals.some(({ value: local }) => names.has(local.name));
        const key = isLocal ? callKey(here) : `${state.value.address}`;
        const before = last.get(key);
        if (before === undefined || before.text !== value.text || !sameItems(before, value))
          changes.push({ step: here.step, ...placeOf(ran), ...(before && { before }), after: value });
        last.set(key, value);
      } else why = now.error;
      ran = here;
    }
    at = here.moves.next;
  }
  return ok({ changes, looked, found, why });
}

function placeOf(ran: StepSource | undefined): Pick<ValueChange, 'by'> {
  const line = ran?.stack[0];
  if (ran === undefined || line === undefined || line.path === '') return {};
  return { by: { contract: line.contract, function: line.function, file: line.path, line: line.line } };
}

/** The calls that run, without the statements that they stand at. */
function callKey({ stack }: StepSource): string {
  return stack.map(({ row, contract, function: name }) => `${row} ${contract}.${name}`).join('|');
}

function sameItems(a: Decoded, b: Decoded): boolean {
  if (a.length !== b.length || a.items?.length !== b.items?.length) return false;
  return (a.items ?? []).every((item, at) => {
    const other = b.items?.[at];
    return other !== undefined && item.name === other.name && item.text === other.text && sameItems(item, other);
  });
}

function namesIn(expression: Expression, names = new Set<string>()): Set<string> {
  switch (expression.kind) {
    case 'name':
      names.add(expression.name);
      break;
    case 'member':
      namesIn(expression.of, names);
      break;
    case 'index':
      namesIn(expression.of, names);
      namesIn(expression.index, names);
      break;
    case 'call':
      for (const each of expression.args) namesIn(each, names);
      break;
    case 'unary':
      namesIn(expression.of, names);
      break;
    case 'binary':
      namesIn(expression.left, names);
      namesIn(expression.right, names);
      break;
    case 'choice':
      for (const each of [expression.condition, expression.yes, expression.no]) namesIn(each, names);
      break;
  }
  return names;
}
