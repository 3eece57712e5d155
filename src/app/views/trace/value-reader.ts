/**
 * Reads the arguments and results of the internal calls on the screen. Each
 * costs the worker seeking two steps, so they are read once the rows stay on
 * the screen for a moment, a few at a time, and none for rows that have left it.
 */
import { type RowIndex, RowKind } from '../../../core/trace/rows';
import type { RowValues } from '../../../workers/trace/rows.api';
import { OVERSCAN, STEP } from './row-layout';
import type { RowWindows } from './row-windows';

/** Rows stand still for so long before their values are read, ms. */
const READ_PAUSE = 80;
/** Internal calls whose values are asked for at once; what comes is shown at once. */
const READ_AT_ONCE = 8;

/** The rows that are held, and the positions of the first and last on the screen. */
export type SeenRows = { windows: RowWindows; first: number; last: number };

export class ValueReader {
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `seen` answers undefined once nobody looks; `onRead` is called when rows have got their values. */
  constructor(
    readonly ask: (rows: readonly RowIndex[]) => Promise<readonly RowValues[]>,
    readonly seen: () => SeenRows | undefined,
    readonly onRead: () => void,
    readonly onLost: (error: unknown) => void,
  ) {}

  /** Reads the rows that are on the screen after a pause, in which nothing else is scheduled. */
  schedule(): void {
    this.stop();
    this.#pause = setTimeout(() => {
      this.#read().catch((error) => this.onLost(error));
    }, READ_PAUSE);
  }

  stop(): void {
    clearTimeout(this.#pause);
  }

  async #read(): Promise<void> {
    const seen = this.seen();
    if (seen === undefined) return;
    const { windows } = seen;
    const rows = unreadRows(seen);
    for (let at = 0; at < rows.length && this.seen()?.windows === windows; at += READ_AT_ONCE) {
      const values = await this.ask(rows.slice(at, at + READ_AT_ONCE));
      if (this.seen()?.windows !== windows) return;
      windows.put(values);
      this.onRead();
    }
  }
}

/** Internal calls without values: those that are seen come first, then those drawn around them. */
function unreadRows({ windows, first, last }: SeenRows): RowIndex[] {
  const rows: RowIndex[] = [];
  const add = (from: number, to: number) => {
    for (let index = from; index <= to; index++) {
      const row = windows.row(index);
      if (row?.kind === RowKind.internal && row.unread) rows.push(row.row);
    }
  };
  const around = OVERSCAN.forward + STEP;
  add(first, last);
  add(last + 1, last + around);
  add(first - around, first - 1);
  return rows;
}
