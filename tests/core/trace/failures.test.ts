import { describe, expect, test } from 'vitest';
import { failingRow } from '../../../src/core/trace/failures';
import { RowFlag, type Trace } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';

/** The flags of each row as letters: f failed, u undone, c caught. */
function flagsOf(trace: Trace): string[] {
  return Array.from(trace.rows.flags, (flags) =>
    [flags & RowFlag.failed ? 'f' : '', flags & RowFlag.undone ? 'u' : '', flags & RowFlag.caught ? 'c' : ''].join(''),
  );
}

describe('failures', () => {
  test('finds nothing in a transaction that succeeded, caught failures or not', () => {
    const trace = callTree('A\n  B !\n    C !\n  D');
    expect(flagsOf(trace)).toEqual(['', 'fc', 'fu', '']);
    expect(failingRow(trace)).toBe(-1);
  });

  test('follows a failure from the root to where it began', () => {
    const trace = callTree('A !\n  B\n  C !\n    D !\n      #E\n');
    expect(flagsOf(trace)).toEqual(['f', 'u', 'fu', 'fu', 'u']);
    expect(failingRow(trace)).toBe(3);
  });

  test('takes the caller for the cause when its last callee succeeded', () => {
    const trace = callTree('A !\n  B !\n  C');
    expect(flagsOf(trace)).toEqual(['f', 'fuc', 'u']);
    expect(failingRow(trace)).toBe(0);
  });

  test('finds revert data that was handed on after other calls', () => {
    const trace = callTree('A ~ 0xaabb !\n  B ~ 0xaabb !\n    X ~ 0x01 !\n  C\n  D ~ 0x99 !');
    expect(failingRow(trace)).toBe(2);
    expect(flagsOf(trace)).toEqual(['f', 'fu', 'fu', 'u', 'fuc']);
  });

  test('prefers the last of several callees with the same revert data', () => {
    expect(failingRow(callTree('A ~ 0xaa !\n  B ~ 0xaa !\n  C ~ 0xaa !\n  D ~ 0xbb !'))).toBe(2);
  });

  test('counts logs as no callees', () => {
    expect(failingRow(callTree('A !\n  B !\n  #Done'))).toBe(1);
  });
});
