/** The model of the tree, over the engine's own session. */
import { expect, test } from 'vitest';
import { TreeModel } from '../../../src/app/views/trace/tree-model';
import { rowIndex } from '../../../src/core/trace/rows';
import type { TraceHandle } from '../../../src/workers/ids';
import type { VisibleIndex } from '../../../src/workers/trace/rows.api';
import { callTree } from '../../helpers/call-tree';
import { apiOf, sessionOf } from './session-api';

const handle = 1 as TraceHandle;

const TRACE = callTree(`
  Router.swap
    Oracle.price
      Feed.read
      Feed.age
    Pool.swap
      Token.transfer
`);

/** A model over a session. The session folds the oracle's calls the next time rows are fetched after `fold` was called. */
function start() {
  const session = sessionOf(TRACE);
  const api = apiOf(session);
  let folds = false;
  const rows: typeof api.rows = (...range) => {
    if (folds) session.setExpanded(rowIndex(1), false);
    folds = false;
    return api.rows(...range);
  };
  const first = session.rows(0 as VisibleIndex, 64);
  const lost: unknown[] = [];
  const model = new TreeModel(
    { ...api, rows },
    handle,
    session.view(),
    first,
    () => {},
    (error) => lost.push(error),
  );
  return { model, lost, fold: () => (folds = true) };
}

test('the selected row is never shown at a place that it has no longer', async () => {
  const { model, lost, fold } = start();
  await model.revealId('0.1.0');
  expect(model.selected()?.index).toBe(5);
  const places: unknown[] = [];
  model.subscribe(() => {
    const { selected, windows } = model.snapshot();
    places.push(selected && windows.row(selected.index)?.depthId);
  });
  fold();
  await model.refresh();
  expect(model.selected()?.index).toBe(3);
  expect(new Set(places)).toEqual(new Set(['0.1.0']));
  expect(lost).toEqual([]);
});

test('folding all ends with the root, although the view changes meanwhile', async () => {
  const { model, fold } = start();
  await model.revealId('0.1.0');
  fold();
  await model.collapseAll();
  expect(model.selected()).toMatchObject({ index: 0, view: { depthId: '0' } });
  expect(model.snapshot().view.visibleCount).toBe(1);
});
