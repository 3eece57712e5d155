import { describe, expect, test } from 'vitest';
import { failureStages } from '../../../src/core/trace/failure-stages';
import { callTree } from '../../helpers/call-tree';

/** The stages of a trace, `outer-origin` or the one row they have. */
function stagesOf(text: string): string[] {
  return failureStages(callTree(text)).map(({ outer, origin }) =>
    outer === origin ? `${origin}` : `${outer}-${origin}`,
  );
}

describe('the stages of a failure', () => {
  test('are none of a transaction that succeeded', () => {
    expect(stagesOf('A\n  B !')).toEqual([]);
  });

  test('are one where an error was handed on', () => {
    expect(stagesOf('A ~ 0xaabbccdd !\n  B ~ 0xaabbccdd !\n    C ~ 0xaabbccdd !')).toEqual(['0-2']);
  });

  test('begin with the error the transaction ended with, not with the one it was caused by', () => {
    expect(stagesOf('Art ~ 0xaabbccdd !\n  Lab !')).toEqual(['0', '1']);
    expect(stagesOf('A ~ 0x01 !\n  B ~ 0x02 !\n    C ~ 0x02 !\n      D ~ 0x03 !')).toEqual(['0', '1-2', '3']);
  });

  test('take a revert without data for that of a callee that failed without a word', () => {
    expect(stagesOf('A !\n  B ! out of gas')).toEqual(['0-1']);
    expect(stagesOf('A !\n  B ! invalid opcode: INVALID')).toEqual(['0-1']);
  });

  test('leave a halt to the frame that halted, whatever failed before', () => {
    expect(stagesOf('A ! invalid jump destination\n  B !')).toEqual(['0', '1']);
    expect(stagesOf('A ! out of gas\n  B ! out of gas')).toEqual(['0-1']);
  });

  test('leave out what was caught', () => {
    expect(stagesOf('A ~ 0x01 !\n  B ~ 0x02 !\n  C')).toEqual(['0']);
  });
});
