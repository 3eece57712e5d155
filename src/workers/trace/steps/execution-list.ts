/**
 * What was executed, as a list beside the source: the rows of the source tree,
 * where a frame and the function it began with are one row.
 */

import { bytesToHash } from '../../../core/chain/hex';
import { type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import { lastStop } from '../../../core/source/debug/stop-moves';
import { RowFlag, RowKind, rowIndex } from '../../../core/trace/rows';
import type { ExecutionRow, ExecutionWindow } from '../steps-in-source.api';
import type { StepsInSource } from './steps-in-source';

const MAX_ROWS = 400;

export class ExecutionList {
  /** Rows of the tree, in the order of the list. */
  private readonly rows: Int32Array;
  private readonly depth: Uint16Array;
  /** Position in the list of each row of the tree; a row that is represented by another has that row's position. */
  private readonly position: Int32Array;

  constructor(private readonly steps: StepsInSource) {
    const { tree } = steps;
    const rows: number[] = [];
    this.position = new Int32Array(tree.length);
    this.depth = new Uint16Array(tree.length);
    for (let row = 0; row < tree.length; row++) {
      const parent = tree.parent[row];
      if (parent >= 0 && this.isOutermost(row, parent)) {
        this.position[row] = this.position[parent];
        continue;
      }
      this.position[row] = rows.length;
      this.depth[rows.length] = parent < 0 ? 0 : Math.min(this.depth[this.position[parent]] + 1, 0xffff);
      rows.push(row);
    }
    this.rows = Int32Array.from(rows);
  }

  /** The position of the list row that represents a row of the tree. */
  positionOf(row: number): number {
    return this.position[row];
  }

  window(from: number, count: number): ExecutionWindow {
    const start = Math.max(0, Math.min(Math.floor(from), this.rows.length));
    const end = Math.min(this.rows.length, start + Math.min(count, MAX_ROWS));
    const rows = Array.from({ length: end - start }, (_, index) => this.row(start + index));
    return { total: this.rows.length, start, rows };
  }

  /** Whether the row is the function that its frame began with. */
  private isOutermost(row: number, parent: number): boolean {
    const { kind, ordinal } = this.steps.tree;
    return kind[row] === RowKind.internal && ordinal[row] === 0 && kind[parent] <= RowKind.create2;
  }

  private row(index: number): ExecutionRow {
    const { tree, source } = this.steps;
    const row = this.rows[index];
    const kind = tree.kind[row] as RowKind;
    const { flags } = source.replayed.trace.rows;
    const of = rowIndex(tree.row[row]);
    const isOwn = kind < RowKind.internal;
    const isOpen = kind === RowKind.internal && tree.endStep[row] < 0;
    const accessed = kind > RowKind.internal ? source.accessFields(row).values?.[0] : undefined;
    return {
      index,
      kind,
      depth: this.depth[index],
      row: of,
      step: this.stepOf(row),
      address: isOwn ? this.steps.addressOf(of) : undefined,
      name: accessed ? accessed.path : this.nameOf(row),
      value: accessed && {
        before: kind === RowKind.storageWrite ? accessed.before : undefined,
        after: accessed.after,
      },
      failed: (isOwn || isOpen) && (flags[of] & RowFlag.failed) !== 0,
    };
  }

  private nameOf(row: number): string {
    const { tree, source } = this.steps;
    const kind = tree.kind[row];
    if (kind === RowKind.internal) return this.steps.functionName(row);
    if (kind > RowKind.internal) return source.accessFields(row).slot ?? '';
    if (kind === RowKind.log) return this.eventName(tree.row[row]);
    if (kind > RowKind.create2) return '';
    const inner = row + 1;
    const began = inner < tree.length && tree.parent[inner] === row && this.isOutermost(inner, row);
    return began ? this.steps.functionName(inner) : '';
  }

  private eventName(row: number): string {
    const { trace } = this.steps.source.replayed;
    const { rows, payload } = trace;
    if (rows.outputStart[row] === 0) return '';
    const topic = bytesToHash(payload.subarray(rows.inputStart[row], rows.inputStart[row] + 32));
    const emitter = this.steps.source.sources.sourceOf(rowIndex(rows.parent[row]));
    return emitter?.contract.abiIndex.events.get(topic)?.[0]?.name ?? '';
  }

  /** A call leads to its first statement, or instruction; anything else to where it happens. */
  private stepOf(row: number): StepIndex | undefined {
    const { tree, stops, source } = this.steps;
    const { replay } = source.replayed;
    const kind = tree.kind[row];
    if (kind > RowKind.internal) return stepIndex(tree.step[row]);
    const isInternal = kind === RowKind.internal;
    const first = isInternal ? stepIndex(tree.step[row] + 1) : replay.stepOf(tree.row[row]);
    if (first === undefined || (kind > RowKind.create2 && !isInternal)) return first;
    const next = lastStop(stops, first - 1) + 1;
    const call = next < stops.length ? stops.call[next] : -1;
    return call >= row && call < tree.subtreeEnd[row] ? stepIndex(stops.step[next]) : first;
  }
}
