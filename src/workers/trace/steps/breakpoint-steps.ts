/** Steps at which breakpoints stop the reader. */

import { type StepIndex, stepIndex } from '../../../core/evm/recording/steps';
import { opcodeName } from '../../../core/evm/rules/opcodes';
import type { Replay } from '../../../core/replay/replay';
import type { Breakpoints } from '../steps-in-source.api';
import type { StepsInSource } from './steps-in-source';

const MAX_SLICES = 10_000;

/** Marks the steps that are stops: a byte each. Linear in the steps where there are opcodes among the breakpoints. */
export function breakSteps(replay: Replay, source: StepsInSource | undefined, breakpoints: Breakpoints): Uint8Array {
  const marks = new Uint8Array(replay.steps.length);
  if (breakpoints.opcodes.length > 0) markOpcodes(marks, replay, breakpoints.opcodes);
  if (source && breakpoints.lines.length > 0) markLines(marks, source, breakpoints.lines);
  return marks;
}

function markOpcodes(marks: Uint8Array, replay: Replay, names: readonly string[]): void {
  const wanted = new Uint8Array(256);
  const prefixes = names.map((name) => name.trim().toUpperCase()).filter((name) => name !== '');
  for (let opcode = 0; opcode < 256; opcode++)
    wanted[opcode] = prefixes.some((prefix) => opcodeName(opcode).startsWith(prefix)) ? 1 : 0;
  const opcodes = replay.opcodes();
  for (let step = 0; step < marks.length; step++) marks[step] = wanted[opcodes[step]];
}

function markLines(marks: Uint8Array, source: StepsInSource, lines: Breakpoints['lines']): void {
  const wanted = new Set(lines.map(({ digest, line }) => `${digest} ${line}`));
  const { stops } = source;
  const hit = stops.statements.map(({ compilation, range, line }) =>
    wanted.has(`${source.fileOf(compilation, range.file)?.digest} ${line}`),
  );
  for (let at = 0; at < stops.length; at++)
    if (stops.arrives[at] === 1 && hit[stops.statement[at]]) marks[stops.step[at]] = 1;
}

/** Returns the nearest marked step after or before `from`. Linear. */
export function nearestBreak(marks: Uint8Array, from: number, forward: boolean): StepIndex | undefined {
  const step = forward ? marks.indexOf(1, from + 1) : from > 0 ? marks.lastIndexOf(1, from - 1) : -1;
  return step < 0 ? undefined : stepIndex(step);
}

/** Returns 1 for each slice with a marked step. Linear in the marks. */
export function markedSlices(marks: Uint8Array, slices: number): Uint8Array {
  const length = Math.max(1, Math.min(Math.floor(slices), MAX_SLICES));
  const sliced = new Uint8Array(length);
  for (let step = marks.indexOf(1); step >= 0; step = marks.indexOf(1, step + 1))
    sliced[Math.min(length - 1, Math.floor((step * length) / marks.length))] = 1;
  return sliced;
}
