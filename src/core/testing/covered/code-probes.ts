/**
 * Where the runs of a source's items are counted in one compiled code. An item's code is one run of instructions, or one
 * for each place that the compiler put it to (modifiers stand in every function that has them); a run is counted at its
 * first instruction. Instructions of an item may be interrupted by others, so only runs that begin as the first one does
 * count.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import type { CodeMap } from '../../source/compiled/code-map';
import { pushedNumber } from '../../source/compiled/code-table';
import { sameRange } from '../../source/compiled/source-file';
import { firstPlace } from '../../values/first-place';
import type { FoundItem } from './find-items';

/** Runs of an item: of all in `plus` together less those of all in `minus`; where `most` is set, of the most frequent in `plus`. */
type Probe = { item: number; plus: number[]; minus: number[]; most: boolean };

/** The probes of one file's items in one code. */
export type FileProbes = { path: string; probes: readonly Probe[] };

/** Items of a file, nested: of each the next larger one that holds it, -1 for none. */
type Nested = { items: readonly FoundItem[]; outer: Int32Array; starts: Int32Array };

type Run = { start: number; length: number; op: number; pc: number; last: number; lastIndex: number; count: number };

const nested = new WeakMap<readonly FoundItem[], Nested>();

/** Returns where runs of the items are counted in the code; `itemsOf` gives those of a file by its index. Linear in the code and the depth of the items. */
export function probesOf(
  code: CodeMap,
  itemsOf: (file: number) => { path: string; items: readonly FoundItem[] } | undefined,
): FileProbes[] {
  const { map, bytes } = code;
  const runs = new Map<number, { path: string; items: readonly FoundItem[]; found: Map<number, Run[]> }>();
  const entries = new Map<number, Map<number, number[]>>();
  const jumps: { file: number; pc: number; push: number; start: number; length: number }[] = [];
  let push = -1;
  for (let pc = 0, index = 0; pc < bytes.length && index < map.length; index++) {
    const op = bytes[pc];
    const file = map.file[index];
    const known = file < 0 ? undefined : (runs.get(file) ?? addFile(file));
    if (known) {
      const start = map.start[index];
      const length = map.size[index];
      const { items, outer, starts } = nestedOf(known.items);
      for (let at = lastFrom(starts, start); at >= 0; at = outer[at]) {
        const { counting } = items[at];
        if (counting.by === 'rest') continue;
        const { range } = counting;
        if (range.start > start || range.start + range.length < start + length) continue;
        if (counting.by === 'entry' && op === Op.JUMPDEST && range.start === start && range.length === length)
          listIn(mapIn(entries, file), at).push(pc);
        extend(listIn(known.found, at), { start, length, op, pc, index });
      }
      if (op === Op.JUMPI && push >= 0) jumps.push({ file, pc, push, start, length });
    }
    push = op >= Op.PUSH0 && op <= Op.PUSH32 ? pushedNumber(bytes, pc) : -1;
    pc += 1 + Op.pushDataLength(op);
  }
  return [...runs].map(([file, { path, items, found }]) => ({
    path,
    probes: [...found].flatMap(([item, list]) => probeOf(item, items[item], list, file)),
  }));

  function addFile(file: number) {
    const known = itemsOf(file);
    if (known === undefined || known.items.length === 0) return undefined;
    const made = { ...known, found: new Map<number, Run[]>() };
    runs.set(file, made);
    return made;
  }

  function probeOf(item: number, { counting }: FoundItem, list: readonly Run[], file: number): Probe[] {
    const plus: number[] = [];
    const minus: number[] = [];
    const own = entries.get(file)?.get(item);
    if (counting.by === 'entry' && own !== undefined) return [{ item, plus: own, minus, most: true }];
    if (counting.by === 'passed' || counting.by === 'failed') {
      for (const jump of jumps)
        if (jump.file === file && sameRange({ file, start: jump.start, length: jump.length }, counting.range)) {
          const passes = failsAt(bytes, jump.pc + 1) ? jump.push : failsAt(bytes, jump.push) ? jump.pc + 1 : -1;
          if (passes < 0) continue;
          if (counting.by === 'passed') plus.push(passes);
          else {
            plus.push(jump.pc);
            minus.push(passes);
          }
        }
      if (plus.length > 0) return [{ item, plus, minus, most: false }];
    }
    for (const { pc, last, count } of alike(list)) {
      if (counting.by === 'passed') plus.push(last);
      else plus.push(pc);
      if (counting.by === 'failed') minus.push(last);
      // What only jumps, as `continue`, became the jump of the condition before it: it ran where that was made.
      const jump = bytes[last] === Op.JUMPI ? last : last + 1 + Op.pushDataLength(bytes[last]);
      if (counting.by === 'range' && count <= 2 && bytes[jump] === Op.JUMPI && bytes[jump + 1] !== Op.JUMPDEST) {
        plus[plus.length - 1] = jump;
        minus.push(jump + 1);
      }
    }
    return [{ item, plus, minus, most: false }];
  }
}

function extend(
  list: Run[],
  { start, length, op, pc, index }: { start: number; length: number; op: number; pc: number; index: number },
) {
  const run = list[list.length - 1];
  if (run !== undefined && run.lastIndex === index - 1) {
    run.last = pc;
    run.lastIndex = index;
    run.count++;
  } else list.push({ start, length, op, pc, last: pc, lastIndex: index, count: 1 });
}

function alike(list: readonly Run[]): readonly Run[] {
  const [first] = list;
  return list.filter(({ start, length, op }) => start === first.start && length === first.length && op === first.op);
}

/** Whether what runs from `pc` on reverts before it jumps. */
function failsAt(bytes: Uint8Array, pc: number): boolean {
  for (let at = pc; at < bytes.length; at += 1 + Op.pushDataLength(bytes[at])) {
    const op = bytes[at];
    if (op === Op.REVERT || op === Op.INVALID) return true;
    if (op === Op.JUMP || op === Op.JUMPI || op === Op.STOP || op === Op.RETURN) return false;
    if (op === Op.JUMPDEST && at !== pc) return false;
  }
  return false;
}

function nestedOf(items: readonly FoundItem[]): Nested {
  let made = nested.get(items);
  if (made === undefined) {
    const outer = new Int32Array(items.length).fill(-1);
    const open: number[] = [];
    for (const [at, { start, end }] of items.entries()) {
      while (open.length > 0 && (items[open[open.length - 1]].end < end || items[open[open.length - 1]].end <= start))
        open.pop();
      outer[at] = open.at(-1) ?? -1;
      open.push(at);
    }
    made = { items, outer, starts: Int32Array.from(items, ({ start }) => start) };
    nested.set(items, made);
  }
  return made;
}

/** The last item that begins at `start` or before, -1 for none. */
function lastFrom(starts: Int32Array, start: number): number {
  return firstPlace(0, starts.length, (at) => starts[at] > start) - 1;
}

function mapIn<T>(map: Map<number, Map<number, T>>, key: number): Map<number, T> {
  const found = map.get(key) ?? new Map<number, T>();
  map.set(key, found);
  return found;
}

function listIn<T>(map: Map<number, T[]>, key: number): T[] {
  const found = map.get(key) ?? [];
  map.set(key, found);
  return found;
}

/** Adds to `hits` how often each item ran, by how often each instruction did. */
export function addHits(probes: readonly Probe[], ran: ArrayLike<number>, hits: Float64Array): void {
  const at = (pc: number) => ran[pc] ?? 0;
  for (const { item, plus, minus, most } of probes) {
    let sum = 0;
    for (const pc of plus) sum = most ? Math.max(sum, at(pc)) : sum + at(pc);
    for (const pc of minus) sum -= at(pc);
    hits[item] += Math.max(0, sum);
  }
}

/** Completes hits: of items that are counted by others, and of those that the compiler left no code of. */
export function completeHits(items: readonly FoundItem[], hasCode: Uint8Array, hits: Float64Array): void {
  for (const [at, { counting, before }] of items.entries()) {
    if (counting.by === 'rest')
      hits[at] = Math.max(
        0,
        counting.less.reduce((rest, less) => rest - hits[less], hits[counting.of] ?? 0),
      );
    else if (hasCode[at] === 0 && before >= 0) hits[at] = hits[before];
  }
}
