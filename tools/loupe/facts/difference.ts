/** Where two transactions are not the same, as `loupe diff --json` prints it. */
import type { Hash } from '../../../src/core/chain/primitives';
import type { StateDifference } from '../../../src/core/replay/compare-state-diffs';
import { RowChange } from '../../../src/core/trace/diff';
import type { DiffRowView } from '../../../src/workers/trace/diff.api';
import type { DifferenceAnswers } from '../read-difference';
import { callFact } from './transaction';

const WORDS = {
  [RowChange.same]: 'same',
  [RowChange.changed]: 'changed',
  [RowChange.added]: 'added',
  [RowChange.removed]: 'removed',
} as const;

/** Returns the facts of a difference. */
export function differenceFacts(a: Hash, b: Hash, { isSame, summary, rows, gas, state }: DifferenceAnswers) {
  const { calls, events, rowCount, concernedCount } = summary;
  return {
    format: 'loupe-difference',
    version: 1,
    ...{ isSame, a, b, rowCount, concernedCount, calls, events },
    rows: rows.map(rowFact),
    gas: gas.map(({ name, functionName, ...others }) => ({
      ...others,
      name: name?.text,
      function: functionName?.text,
    })),
    state: state.ok ? state.value.differences.map(stateFact) : { why: state.error.message },
  };
}

/** Balances are wei as decimal text, as everywhere. */
function stateFact({ field, a, b, ...others }: StateDifference) {
  const text = (value: string) => (field === 'balance' ? BigInt(value).toString() : value);
  const change = (of: StateDifference['a']) => of && { before: text(of.before), after: text(of.after) };
  return { field, ...others, a: change(a), b: change(b) };
}

function rowFact({ change, a: one, b: other }: DiffRowView) {
  return { change: WORDS[change], ...(one && { a: callFact(one) }), ...(other && { b: callFact(other) }) };
}
