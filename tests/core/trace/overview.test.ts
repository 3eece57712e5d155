import { describe, expect, test } from 'vitest';
import { createFolding } from '../../../src/core/trace/folding';
import { computeOverview, OverviewMark } from '../../../src/core/trace/overview';
import type { RowIndex } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';

describe('overview', () => {
  const trace = callTree('A\n  B > C\n  D > E !\n  F');

  test('gives each slice its depth and marks', () => {
    const overview = computeOverview(trace, createFolding(trace), 3, Int32Array.of(0, 5));
    expect(overview).toEqual({
      depth: Uint16Array.of(1, 2, 2),
      marks: Uint8Array.of(OverviewMark.match, 0, OverviewMark.failed | OverviewMark.match),
      maxDepth: 2,
    });
  });

  test('leaves slices empty when there are fewer rows', () => {
    const overview = computeOverview(trace, createFolding(trace), 8);
    expect(Array.from(overview.depth)).toEqual([0, 1, 2, 1, 2, 1, 0, 0]);
  });

  test('marks the visible row that hides a failure or match', () => {
    const folding = createFolding(trace);
    folding.setExpanded(0 as RowIndex, false);
    expect(Array.from(computeOverview(trace, folding, 1, Int32Array.of(2)).marks)).toEqual([3]);
  });
});
