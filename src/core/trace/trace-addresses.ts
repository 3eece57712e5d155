/**
 * The `traceAddress` paths of a flat trace: collects them, and finds from them
 * the parent of every row and the order the rows were entered in.
 */
import type { TraceBuilder } from './trace-builder';

export class TraceAddresses {
  /** All paths one after the other. */
  private steps = new Int32Array(256);
  private stepCount = 0;
  /** For each row, where its path begins in `steps`, -1 when none came, and how long it is. */
  private starts = new Int32Array(256).fill(-1);
  private lengths = new Int32Array(256);
  private row = -1;

  /** Begins the path of `row`; a second one replaces the first. */
  open(row: number): void {
    if (row >= this.starts.length) {
      const starts = new Int32Array(Math.max(row + 1, row * 2)).fill(-1);
      starts.set(this.starts);
      this.starts = starts;
      const lengths = new Int32Array(starts.length);
      lengths.set(this.lengths);
      this.lengths = lengths;
    }
    this.row = row;
    this.starts[row] = this.stepCount;
    this.lengths[row] = 0;
  }

  /** Adds a step to the open path; false when it would be longer than `maxLength`. */
  push(step: number, maxLength: number): boolean {
    if (this.lengths[this.row] + 1 >= maxLength) return false;
    if (this.stepCount === this.steps.length) {
      const steps = new Int32Array(this.stepCount * 2);
      steps.set(this.steps);
      this.steps = steps;
    }
    this.steps[this.stepCount++] = step;
    this.lengths[this.row]++;
    return true;
  }

  has(row: number): boolean {
    return row < this.starts.length && this.starts[row] >= 0;
  }

  /** Fills `parent` and, where the rows did not arrive in it, the order entered. A row without a parent is a problem. */
  arrange(builder: TraceBuilder): void {
    const { length, parent } = builder;
    const order = this.sorted(length);
    // Rows on the way down to the row at hand, by depth.
    const open = new Int32Array(builder.limits.maxDepth + 1);
    let previous = -1;
    let gaps = false;
    for (let index = 0; index < length; index++) {
      const row = order === undefined ? index : order[index];
      const depth = this.lengths[row];
      if ((depth === 0) !== (index === 0)) {
        builder.malformed(depth === 0 ? 'two root calls' : 'no root call');
        return;
      }
      if (depth > 0) {
        const shared = this.sharedLength(previous, row);
        if (shared < depth - 1) {
          builder.malformed(`the call that made ${this.text(row)} is missing`);
          return;
        }
        const last = this.steps[this.starts[row] + depth - 1];
        const before = this.lengths[previous] === depth - 1 ? -1 : this.steps[this.starts[previous] + depth - 1];
        if (last !== before + 1) {
          if (shared === depth) {
            builder.malformed(`two calls are at ${this.text(row)}`);
            return;
          }
          gaps = true;
        }
        parent[row] = open[depth - 1];
      }
      open[depth] = row;
      previous = row;
    }
    if (gaps) builder.limitations.add('Some calls are missing in the answer: its trace addresses have gaps.');
    builder.order = order;
  }

  /** Row indexes in the order of their paths, undefined when they stand in it already. */
  private sorted(length: number): Int32Array | undefined {
    let row = 1;
    while (row < length && this.compare(row - 1, row) < 0) row++;
    if (row >= length) return undefined;
    return Int32Array.from({ length }, (_, index) => index).sort((a, b) => this.compare(a, b));
  }

  private compare(a: number, b: number): number {
    const shared = this.sharedLength(a, b);
    if (shared === this.lengths[a] || shared === this.lengths[b]) return this.lengths[a] - this.lengths[b];
    return this.steps[this.starts[a] + shared] - this.steps[this.starts[b] + shared];
  }

  private sharedLength(a: number, b: number): number {
    const length = Math.min(this.lengths[a], this.lengths[b]);
    let shared = 0;
    while (shared < length && this.steps[this.starts[a] + shared] === this.steps[this.starts[b] + shared]) shared++;
    return shared;
  }

  private text(row: number): string {
    return `[${this.steps.subarray(this.starts[row], this.starts[row] + Math.min(this.lengths[row], 20)).join(', ')}]`;
  }
}
