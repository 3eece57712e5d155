/** One step of a transaction, as `loupe step --json` prints it. */
import { bytesToHex } from '../../../src/core/chain/hex';
import type { Evaluated } from '../../../src/core/source/debug/evaluate';
import type { Result } from '../../../src/core/values/result';
import { type StepAnswers, valuesInScope } from '../read-step';
import { type ValueFact, valueFact } from './values';

/** The value of an expression, with a note where it does not fit its type; or why it has none. */
export type ExpressionFact = { expression: string } & ({ value: ValueFact; note?: string } | { why: string });

/** Returns the fact of an evaluated expression. */
export function expressionFact(expression: string, evaluated: Result<Evaluated, string>): ExpressionFact {
  if (!evaluated.ok) return { expression, why: evaluated.error };
  const { value, note } = evaluated.value;
  return { expression, value: valueFact(value), ...(note !== '' && { note }) };
}

/** Returns the facts of a step. */
export function stepFacts(answers: StepAnswers) {
  const { state, source, place, locals } = answers;
  const { locals: inScope, stored } = valuesInScope(answers);
  const { step, pc, name, gas, cost, depth, address, codeAddress, caller, value } = state;
  return {
    format: 'loupe-step',
    version: 1,
    ...{ step, pc, instruction: name, gas, cost, depth, address, codeAddress, caller, value },
    ...(place && { place }),
    ...(!place && source && { why: source.why }),
    calls: (source?.stack ?? []).map((line) => ({
      contract: line.contract,
      function: line.function,
      address: line.address,
      file: line.path,
      line: line.line,
      step: line.step,
    })),
    variables: inScope.map(valueFact),
    ...(locals.why !== '' && { variablesWhy: locals.why }),
    state: stored.map(valueFact),
    stack: state.stack.map((word) => `0x${word.toString(16)}`),
    memory: bytesToHex(state.memory),
    calldata: bytesToHex(state.calldata),
    returndata: bytesToHex(state.returndata),
    storage: state.storage.map(({ key, value: now, original }) => ({
      slot: `0x${key.toString(16)}`,
      value: `0x${now.toString(16)}`,
      original: `0x${original.toString(16)}`,
    })),
  };
}
