import { describe, expect, test } from 'vitest';
import { type DifferenceRow, differenceRows } from '../../../src/app/views/diff/difference-rows';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import type { StateDifference } from '../../../src/core/replay/compare-state-diffs';
import type { SlotVariables } from '../../../src/workers/trace/source-trace.api';

const address = `0x${'11'.repeat(20)}` as Address;
const key = `0x${'00'.repeat(31)}03` as Hex;
const change = { before: '0x1', after: '0x2' };

function value(text: string): Decoded {
  return { name: '', type: 'uint256', kind: 'integer', text, length: text.length };
}

function slot(...values: [path: string, before: string, after: string][]): SlotVariables {
  return {
    address,
    key,
    names: {},
    values: values.map(([path, before, after]) => ({ path, before: value(before), after: value(after) })),
  };
}

function storage(a: StateDifference['a'], b: StateDifference['b']): StateDifference {
  return { address, field: 'storage', slot: key, a, b };
}

function told(row: DifferenceRow): unknown {
  if (row.kind === 'field') return row.difference.field;
  return [row.path, row.a?.after.text, row.b?.after.text];
}

describe('rows of the state differences', () => {
  test('names a slot that both changed by its variable', () => {
    const rows = differenceRows([storage(change, change)], [slot(['total', '1', '2'])], [slot(['total', '1', '5'])]);
    expect(rows.map(told)).toEqual([['total', '2', '5']]);
  });

  test('names a slot that one left alone', () => {
    const rows = differenceRows([storage(change, undefined)], [slot(['total', '1', '2'])], []);
    expect(rows.map(told)).toEqual([['total', '2', undefined]]);
  });

  test('tells of values that share a slot only those that differ', () => {
    const first = slot(['paused', '0', '1'], ['count', '1', '2']);
    const second = slot(['paused', '0', '1'], ['count', '1', '3']);
    expect(differenceRows([storage(change, change)], [first], [second]).map(told)).toEqual([['count', '2', '3']]);
  });

  test('keeps the words of a slot that is named on one side only, so that no change goes missing', () => {
    const rows = differenceRows([storage(change, change)], [slot(['total', '1', '2'])], []);
    expect(rows.map(told)).toEqual(['storage']);
  });

  test('leaves other fields as they are', () => {
    const balance: StateDifference = { address, field: 'balance', a: change, b: undefined };
    expect(differenceRows([balance], [], []).map(told)).toEqual(['balance']);
  });
});
