import { bytesToAddress } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import { opcodeName } from '../../../core/evm/rules/opcodes';
import type { Replay } from '../../../core/replay/replay';
import type { ExecutedStep } from '../../../core/replay/step-window';
import { RowFlag, RowKind, rowIndex, type Trace } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { firstPlace } from '../../../core/values/first-place';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Opened } from '../opened';
import type { Replayed } from '../replay/replayed';
import type { ReachedStep, StepMoves, StepProfile, StepRow, StepState, StepWindow } from '../steps.api';

const NO_STEPS = failure('notFound', 'This transaction ran no instructions: there is nothing to step through.');

/** Steps of one window at most. */
const MAX_STEPS = 1_000;
const MAX_SLICES = 10_000;

/** Returns steps [from, from + count) as far as there are any. */
export function stepWindow({ replay, trace }: Replayed, from: number, count: number): Result<StepWindow, Failure> {
  const total = replay.steps.length;
  const start = Math.max(0, Math.min(Math.floor(from), total));
  const steps = replay.window(stepIndex(start), Math.max(0, Math.min(Math.ceil(count), MAX_STEPS)));
  return ok({ total, start, steps: steps.map((step) => rowOf(replay, trace, step)) });
}

/** Returns the machine before `step`, or before the last step. */
export function stepState({ replay, trace }: Replayed, step: number): Result<StepState, Failure> {
  const at = clamp(replay, step);
  const state = stateAt(replay, trace, at);
  return state ? ok({ ...state, go: movesFrom(replay, trace, at) }) : fail(NO_STEPS);
}

/** Returns the machine before a step that the execution of a kept trace came past. */
export function reachedStep(replay: Replay, { trace, verification }: Opened, step: number): ReachedStep | undefined {
  const state = stateAt(replay, trace, clamp(replay, step));
  return state && { total: verification?.steps ?? replay.steps.length, state: { ...state, go: {} } };
}

function stateAt(replay: Replay, trace: Trace, at: StepIndex): Omit<StepState, 'go'> | undefined {
  const machine = replay.at(at);
  if (machine === undefined) return undefined;
  const { pc, opcode } = machine;
  return {
    ...rowOf(replay, trace, { step: at, pc, opcode, gas: Number(machine.gas), cost: replay.steps.cost(at) }),
    address: bytesToAddress(machine.self),
    codeAddress: bytesToAddress(machine.codeAddress),
    caller: bytesToAddress(machine.caller),
    value: machine.value,
    stack: machine.stack,
    memory: machine.memory,
    calldata: machine.input,
    returndata: machine.returned,
    storage: machine.storage,
    transient: machine.transient,
  };
}

/** Returns the bytecode that runs at `step`. */
export function codeAt({ replay }: Replayed, step: number): Result<{ address: Address; code: Uint8Array }, Failure> {
  const machine = replay.at(clamp(replay, step));
  return machine === undefined
    ? fail(NO_STEPS)
    : ok({ address: bytesToAddress(machine.codeAddress), code: machine.code });
}

/** Finds the nearest step after or before `from` whose instruction's name begins with `name`. Linear in the steps. */
export function findStep(
  { replay }: Replayed,
  name: string,
  from: number,
  forward: boolean,
): Result<StepIndex | undefined, Failure> {
  const wanted = new Uint8Array(256);
  const prefix = name.trim().toUpperCase();
  if (prefix === '') return ok(undefined);
  for (let opcode = 0; opcode < 256; opcode++) wanted[opcode] = opcodeName(opcode).startsWith(prefix) ? 1 : 0;
  const opcodes = replay.opcodes();
  const by = forward ? 1 : -1;
  for (let step = Math.floor(from) + by; step >= 0 && step < opcodes.length; step += by)
    if (wanted[opcodes[step]] === 1) return ok(stepIndex(step));
  return ok(undefined);
}

/** Returns depth and failures over all steps. Linear in the calls and in the slices. */
export function stepProfile({ replay, trace }: Replayed, slices: number): Result<StepProfile, Failure> {
  const { steps } = replay;
  const { rows } = trace;
  const total = steps.length;
  const length = Math.max(1, Math.min(Math.floor(slices), MAX_SLICES));
  const depth = new Uint16Array(length);
  const failed = new Uint8Array(length);
  let maxDepth = 0;
  const sliceOf = (step: number) => Math.min(length - 1, Math.floor((step * length) / Math.max(1, total)));
  const { stayStart, stayFrame } = steps;
  for (let stay = 0; stay < stayStart.length; stay++) {
    const start = stayStart[stay];
    const end = stayStart[stay + 1] ?? total;
    if (end <= start) continue;
    const row = stayFrame[stay];
    const level = rows.depth[row];
    maxDepth = Math.max(maxDepth, level);
    for (let slice = sliceOf(start); slice <= sliceOf(end - 1); slice++) depth[slice] = Math.max(depth[slice], level);
    const next = stayFrame[stay + 1];
    const ends = next === undefined || !isBelow(rows, next, row);
    if (ends && (rows.flags[row] & RowFlag.failed) !== 0) failed[sliceOf(end - 1)] = 1;
  }
  return ok({ total, maxDepth, depth, failed });
}

function rowOf(replay: Replay, { rows }: Trace, { step, pc, opcode, gas, cost }: ExecutedStep): StepRow {
  const row = rowIndex(replay.steps.frame(step));
  return { step, row, depth: rows.depth[row], pc, opcode, name: opcodeName(opcode), gas, cost };
}

function movesFrom(replay: Replay, { rows }: Trace, step: StepIndex): StepMoves {
  const { steps } = replay;
  const row = steps.frame(step);
  const next = step + 1 < steps.length ? steps.frame(stepIndex(step + 1)) : -1;
  const calls = next !== row && next > row && rows.parent[next] === row;
  const isRoot = rows.parent[row] < 0;
  const out = isRoot ? undefined : stepAfter(replay, rows, step, row);
  const over = calls ? stepAfter(replay, rows, step + 1, next) : isRoot || !hasCalls(rows, row) ? undefined : out;
  const first = isRoot ? undefined : replay.stepOf(row);
  return {
    ...(first === undefined ? {} : { up: stepIndex(first - 1) }),
    ...(over === undefined ? {} : { over }),
    ...(out === undefined ? {} : { out }),
  };
}

/** The first step after `step` that runs neither in `frame` nor below it; undefined when nothing does. */
function stepAfter(
  { steps: { stayStart, stayFrame, length } }: Replay,
  rows: Trace['rows'],
  step: number,
  frame: number,
): StepIndex | undefined {
  const first = firstPlace(1, stayStart.length, (stay) => stayStart[stay] > step) - 1;
  for (let stay = first; stay < stayStart.length; stay++) {
    if (stayFrame[stay] === frame || isBelow(rows, stayFrame[stay], frame)) continue;
    return stayStart[stay] < length ? stepIndex(stayStart[stay]) : undefined;
  }
  return undefined;
}

function isBelow({ subtreeEnd }: Trace['rows'], row: number, ancestor: number): boolean {
  return row > ancestor && row < subtreeEnd[ancestor];
}

function hasCalls({ subtreeEnd, kind }: Trace['rows'], row: number): boolean {
  for (let child = row + 1; child < subtreeEnd[row]; child++) if (kind[child] <= RowKind.create2) return true;
  return false;
}

function clamp({ steps }: Replay, step: number): StepIndex {
  return stepIndex(Math.max(0, Math.min(Math.floor(step), steps.length - 1)));
}
