/** What the trace tree shows at one time. */
import type { RowView, ViewState } from '../../../workers/trace/rows.api';
import type { RowWindows } from './row-windows';

export type SelectedRow = { index: number; view: RowView };

/** A wish to bring a row into sight: `reveal` places it near the top, `nearest` moves no more than needed, `keep` leaves it where it stands on the screen. */
export type ScrollWish = {
  index: number;
  /** Depth of the row, so that pinned ancestors do not cover it. */
  depth: number;
  align: 'reveal' | 'nearest' | 'keep';
  /** For `keep`: where the row stood before. */
  from?: number;
  id: number;
};

export type TreeSnapshot = {
  view: ViewState;
  windows: RowWindows;
  /** Grows when rows arrive. */
  generation: number;
  selected: SelectedRow | undefined;
  /** The selected row, while its details are open: they go along with the selection. */
  detail: SelectedRow | undefined;
  wish: ScrollWish | undefined;
};
