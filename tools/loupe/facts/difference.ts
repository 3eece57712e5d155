/** Where two transactions are not the same, as `loupe diff --json` prints it. */
import type { Hash } from '../../../src/core/chain/primitives';
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
    state: state.ok ? state.value.differences : { why: state.error.message },
  };
}

function rowFact({ change, a: one, b: other }: DiffRowView) {
  return { change: WORDS[change], ...(one && { a: callFact(one) }), ...(other && { b: callFact(other) }) };
}
