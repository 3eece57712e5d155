import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyRows } from '../../../src/core/trace/row-classes';
import { RowKind } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';
import { randomTrees } from '../../helpers/random-trace';

describe('classes of rows', () => {
  test('gives rows one class exactly when they read alike', () => {
    fc.assert(
      fc.property(randomTrees, (tree) => {
        const { rows } = callTree(tree);
        const classes = classifyRows(callTree(tree));
        const wordsOf = new Map<number, string>();
        for (let row = 0; row < rows.length; row++) {
          const isLog = rows.kind[row] === RowKind.log;
          const callee = isLog ? rows.from[row] : rows.to[row];
          const topics = isLog ? rows.outputStart[row] : 0;
          const words = [callee, rows.selector[row], rows.kind[row], topics, rows.error[row]].join(' ');
          expect(wordsOf.get(classes.ofRow[row]!) ?? words).toBe(words);
          wordsOf.set(classes.ofRow[row]!, words);
        }
        expect(new Set(wordsOf.values()).size).toBe(classes.length);
      }),
    );
  });

  test('keeps apart more classes than its table first has room for', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `  C${at}.f`);
    const trace = callTree(['A', ...lines, ...lines].join('\n'));
    const { length, ofRow, members } = classifyRows(trace);
    expect(length).toBe(5_001);
    expect(members).toHaveLength(5_001);
    expect(ofRow.subarray(1, 5_001)).toEqual(ofRow.subarray(5_001));
    expect(members[4_321]?.address).toBe(trace.rows.to[4_321]);
  });
});
