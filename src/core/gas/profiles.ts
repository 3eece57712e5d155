/** A flame graph as other tools read it: folded stacks (flamegraph.pl, inferno) and speedscope's JSON. */
import { type Flame, type FlameNames, flameIndex, ownGas } from './flame';

/**
 * Writes folded stacks: a line for each distinct path of names, `a;b;c 123`,
 * the number the gas the last one used itself. In pieces, to be joined.
 */
export function* foldedStacks(flame: Flame, { names, ofFrame }: FlameNames): Generator<string> {
  const merged = mergePaths(flame, ofFrame, names.length);
  const clean = names.map((name) => name.replace(/[;\s]+/g, ' ').trim() || '(unnamed)');
  const paths: string[] = [];
  for (let node = 0; node < merged.name.length; node++) {
    const above = paths[merged.parent[node] ?? -1];
    const path =
      above === undefined ? (clean[merged.name[node] ?? 0] ?? '') : `${above};${clean[merged.name[node] ?? 0]}`;
    paths.push(path);
    const own = merged.own[node] ?? 0;
    if (own > 0) yield `${path} ${own}\n`;
  }
}

/** Paths of names, each once, callers before callees. `parent` is an index into the same lists, -1 at the top. */
function mergePaths(
  flame: Flame,
  ofFrame: Int32Array,
  names: number,
): { name: number[]; parent: number[]; own: number[] } {
  const merged = { name: [] as number[], parent: [] as number[], own: [] as number[] };
  const known = new Map<number, number>();
  /** Node of the frame at each depth of the path that is open. */
  const open: number[] = [];
  for (let frame = 0; frame < flame.length; frame++) {
    const depth = flame.depth[frame];
    const parent = depth === 0 ? -1 : open[depth - 1];
    const key = (parent + 1) * names + ofFrame[frame];
    let node = known.get(key);
    if (node === undefined) {
      node = merged.name.length;
      known.set(key, node);
      merged.name.push(ofFrame[frame]);
      merged.parent.push(parent);
      merged.own.push(0);
    }
    merged.own[node] += ownGas(flame, flameIndex(frame));
    open[depth] = node;
  }
  return merged;
}

/**
 * Writes the graph in the file format of speedscope, as opened and closed
 * frames on an axis of gas. In pieces, to be joined. `title` names the profile.
 */
export function* speedscope(flame: Flame, { names, ofFrame }: FlameNames, title: string): Generator<string> {
  const frames = names.map((name) => ({ name }));
  yield `{"$schema":"https://www.speedscope.app/file-format-schema.json","name":${JSON.stringify(title)},`;
  yield `"activeProfileIndex":0,"shared":{"frames":${JSON.stringify(frames)}},`;
  yield `"profiles":[{"type":"evented","name":${JSON.stringify(title)},"unit":"none","startValue":0,"endValue":${flame.end[0] ?? 0},"events":[`;
  const open: number[] = [];
  let separator = '';
  for (let frame = 0; frame <= flame.length; frame++) {
    const depth = frame < flame.length ? flame.depth[frame] : 0;
    let events = '';
    while (open.length > depth) {
      const closed = open.pop() ?? 0;
      events += `,{"type":"C","frame":${ofFrame[closed]},"at":${flame.end[closed]}}`;
    }
    if (frame < flame.length) {
      events += `,{"type":"O","frame":${ofFrame[frame]},"at":${flame.start[frame]}}`;
      open.push(frame);
    }
    yield separator === '' ? events.slice(1) : events;
    separator = ',';
  }
  yield ']}],"exporter":"Loupe"}';
}
