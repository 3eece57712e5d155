import type { RowsApi } from '../rows.api';

/** The questions that an open trace answers itself, without the code for the others. */
export const OF_ROWS: Readonly<Record<keyof RowsApi, true>> = {
  outcome: true,
  rows: true,
  detail: true,
  view: true,
  setExpanded: true,
  expandAll: true,
  collapseAll: true,
  setToggles: true,
  rowValues: true,
  reveal: true,
  rowOf: true,
  setNotes: true,
  search: true,
  match: true,
  overview: true,
};
