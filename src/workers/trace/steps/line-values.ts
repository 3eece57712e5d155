/**
 * What the lines that just ran read and wrote: variables as the machine has
 * them where each line begins and where the next one does, storage by its accesses.
 */
import { isSameValue } from '../../../core/abi/same-value';
import { stepIndex } from '../../../core/evm/recording/steps';
import { namesIn, type Statement } from '../../../core/source/debug/statements';
import { lastStop } from '../../../core/source/debug/stop-moves';
import { type Local, localsAt } from '../../../core/source/values/locals';
import { RowKind } from '../../../core/trace/rows';
import { firstPlace } from '../../../core/values/first-place';
import { localsContext } from '../source/source-variables';
import type { LineValue } from '../steps-in-source.api';
import type { StepsInSource } from './steps-in-source';

/** Lines that are looked at, at most. */
const MAX_LINES = 12;
/** Stops that are looked back over to find those lines, at most. */
const MAX_STOPS = 20_000;
const MAX_VALUES = 60;
/** Steps at the end of a block, each of which may take a variable off the stack. */
const MAX_LEAVING = 16;

type Ran = { statement: Statement; step: number; end: number };
type Locals = ReadonlyMap<string, Local>;

export function lineValues(steps: StepsInSource, step: number): LineValue[] {
  const call = steps.callAt(step);
  const ran = lastRuns(steps, call, step);
  const known = new Map<number, Locals>();
  const localsBefore = (at: number, statement: Statement): Locals => {
    const found = known.get(at) ?? localsOf(steps, call, at, statement);
    known.set(at, found);
    return found;
  };
  const values: LineValue[] = [];
  for (const [index, { statement, step: begin, end }] of ran.entries()) {
    const before = localsBefore(begin, statement);
    // What the line declares is in scope for the next one.
    const after = end > begin ? localsBefore(end, ran[index - 1]?.statement ?? afterwards(statement)) : before;
    const { line } = statement;
    for (const name of namesIn(statement)) {
      const was = before.get(name);
      const then = after.get(name);
      // A variable of the same name may be around the one whose block ended with the line, or begin with the line.
      const isOther = was !== undefined && then?.slot !== was.slot;
      const isGone = isOther && (then === undefined || then.slot < was.slot);
      const now = isGone ? lastOf(steps, call, was, statement, begin, end) : then;
      if (now === undefined) continue;
      const changed = was !== undefined && now.slot === was.slot && !isSameValue(was.value, now.value);
      values.push({ line, name, before: changed ? was.value : undefined, after: now.value });
    }
    values.push(...accessesBetween(steps, call, begin, end, line));
  }
  return values.slice(0, MAX_VALUES);
}

/** The last run of each of the last lines of the call, latest first; the current one has not ended. */
function lastRuns({ stops, tree }: StepsInSource, call: number, step: number): Ran[] {
  const runs: Ran[] = [];
  const seen = new Set<number>();
  const entered = tree.step[call];
  let end = step;
  const lowest = Math.max(0, lastStop(stops, step) - MAX_STOPS);
  for (let at = lastStop(stops, step); at >= lowest && stops.step[at] > entered; at--) {
    if (stops.call[at] !== call) continue;
    const statement = stops.statements[stops.statement[at]];
    const run = { statement, step: stops.step[at], end };
    end = stops.step[at];
    if (seen.has(statement.line)) continue;
    seen.add(statement.line);
    runs.push(run);
    if (runs.length === MAX_LINES) break;
  }
  return runs;
}

function localsOf({ source, tree }: StepsInSource, call: number, step: number, statement: Statement): Locals {
  if (tree.kind[call] !== RowKind.internal) return new Map();
  const state = source.replayed.replay.at(stepIndex(step));
  if (state === undefined) return new Map();
  const { compilation, entry } = tree.functions[tree.subject[call]];
  const answer = localsAt(state, compilation, entry, tree.label[call], statement.range, localsContext(source, step));
  return new Map(answer.known ? answer.locals.map((local) => [local.value.name, local]) : []);
}

/** A variable of the statement as it was before it left the stack, in the steps [begin, end). */
function lastOf(
  steps: StepsInSource,
  call: number,
  was: Local,
  statement: Statement,
  begin: number,
  end: number,
): Local {
  const { steps: columns } = steps.source.replayed.replay;
  const frame = columns.frame(stepIndex(begin));
  for (let at = end - 1; at > begin && end - at <= MAX_LEAVING; at--) {
    if (columns.frame(stepIndex(at)) !== frame) continue;
    const found = localsOf(steps, call, at, statement).get(was.value.name);
    if (found?.slot === was.slot) return found;
  }
  return was;
}

/** The place right behind a statement. */
function afterwards(statement: Statement): Statement {
  const { start, length, file } = statement.range;
  return { ...statement, range: { file, start: start + length, length: 0 } };
}

/** Storage that the call itself accessed in the steps [begin, end). */
function accessesBetween(steps: StepsInSource, call: number, begin: number, end: number, line: number): LineValue[] {
  const { tree, entries, source } = steps;
  const values = new Map<string, LineValue>();
  let row = firstAt(entries, begin);
  for (; row < tree.length && entries[row] < end && values.size < MAX_VALUES; row++) {
    const kind = tree.kind[row];
    if (tree.parent[row] !== call || (kind !== RowKind.storageRead && kind !== RowKind.storageWrite)) continue;
    for (const { path, before, after } of source.accessFields(row).values ?? []) {
      const first = values.get(path);
      const was = first?.before ?? (isSameValue(before, after) ? undefined : before);
      values.set(path, { line, name: path, before: was, after, isStored: true });
    }
  }
  return [...values.values()];
}

/** The first row entered at or after `step`. */
function firstAt(entries: Int32Array, step: number): number {
  return firstPlace(0, entries.length, (row) => entries[row] >= step);
}
