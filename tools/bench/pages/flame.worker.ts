/** Lays out a million frames in a worker: ours, and d3-hierarchy's partition of the same tree. */
import { expose, transfer } from 'comlink';
import { hierarchy, partition } from 'd3-hierarchy';
import { computeFlame, type Flame, type FlameNames, flameNames, nameFrames } from '../../../src/core/gas/flame';
import { classifyRows } from '../../../src/core/trace/row-classes';
import { RowKind, type Trace } from '../../../src/core/trace/rows';
import { generatedTrace } from '../workload/big-traces';

/** Rows of the trace, so that a million of them are frames: one in eight is an event. */
const ROWS = 1_143_000;

type Node = { own: number; children: Node[] };

/** The generated trace, each call's gas being its own and that of the calls it made. */
function gasTrace(): Trace {
  const trace = generatedTrace(ROWS);
  const { length, kind, parent, gasUsed } = trace.rows;
  const inside = new Float64Array(length);
  for (let row = length - 1; row >= 0; row--) {
    if (kind[row] === RowKind.log) continue;
    gasUsed[row] = inside[row]! + 100 + ((row * 7_919) % 5_000);
    if (row > 0) inside[parent[row]!]! += gasUsed[row]!;
  }
  return trace;
}

const trace = gasTrace();

function nested(): Node {
  const { length, kind, parent, gasUsed } = trace.rows;
  const nodes: (Node | undefined)[] = [];
  for (let row = 0; row < length; row++) {
    if (kind[row] === RowKind.log) {
      nodes.push(undefined);
      continue;
    }
    const node: Node = { own: gasUsed[row]!, children: [] };
    const above = nodes[parent[row]!];
    if (above) {
      above.children.push(node);
      above.own -= node.own;
    }
    nodes.push(node);
  }
  return nodes[0] as Node;
}

const api = {
  /** Milliseconds of one layout, from the columns of the trace to those of the graph. */
  layOut(): { milliseconds: number; frames: number } {
    const start = performance.now();
    const flame = computeFlame(trace, { initial: 21_000 });
    return { milliseconds: performance.now() - start, frames: flame?.length ?? 0 };
  },
  /** Milliseconds of d3-hierarchy's, from nested objects, whose making is not counted, to placed nodes. */
  partition(): { milliseconds: number; frames: number } {
    const root = nested();
    const start = performance.now();
    const placed = partition<Node>()(hierarchy(root).sum(({ own }) => own));
    const milliseconds = performance.now() - start;
    let frames = 0;
    placed.each(() => {
      frames++;
    });
    return { milliseconds, frames };
  },
  /** Milliseconds of finding out what the frames are called. */
  name(): number {
    const flame = computeFlame(trace, { initial: 21_000 });
    const start = performance.now();
    if (flame) nameFrames(flame, classifyRows(trace));
    return performance.now() - start;
  },
  graph(): { flame: Flame; names: FlameNames } {
    const flame = computeFlame(trace, { initial: 21_000 });
    if (flame === undefined) throw new Error('the trace has no gas');
    const classes = classifyRows(trace);
    const names = flameNames(classes, ({ address, selector }) => `Contract ${address}.function ${selector}`);
    const named = { names, ofFrame: nameFrames(flame, classes) };
    const columns = [flame.start, flame.end, flame.depth, flame.parent, flame.subtreeEnd, flame.row, named.ofFrame];
    return transfer(
      { flame, names: named },
      columns.map(({ buffer }) => buffer as ArrayBuffer),
    );
  },
};

export type FlameWorker = typeof api;
expose(api);
