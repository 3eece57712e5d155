/** Where two codes differ that ought to be one. */
import * as Op from '../../evm/rules/opcode-bytes';

/** Bytes [start, end) of the compiled code, with others [chainStart, chainEnd) on the chain in their place. */
export type CodeDifference = {
  start: number;
  end: number;
  chainStart: number;
  chainEnd: number;
  /** pc of the instruction the first of these bytes belongs to, in the compiled code. */
  pc: number;
};

export const MAX_DIFFERENCES = 50;
/** Equal bytes between two differences that are still told as one. */
const GAP = 4;

/**
 * Returns the places where `chain` differs from `compiled`, in order, at most 50. Codes of one length are compared byte
 * by byte. Codes of different length have one place, between their equal starts and their equal ends, since all behind
 * the first inserted byte has moved (`explainMismatch` finds the places in it). Linear.
 */
export function differencesIn(compiled: Uint8Array, chain: Uint8Array): readonly CodeDifference[] {
  const runs = compiled.length === chain.length ? differingRuns(compiled, chain) : [betweenEnds(compiled, chain)];
  return runs.map((run) => ({ ...run, pc: instructionAt(compiled, run.start) }));
}

type Run = Omit<CodeDifference, 'pc'>;

function differingRuns(compiled: Uint8Array, chain: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < compiled.length; at++) {
    if (compiled[at] === chain[at]) continue;
    const last = runs.at(-1);
    if (last !== undefined && at - last.end < GAP) {
      last.end = at + 1;
      last.chainEnd = at + 1;
    } else {
      if (runs.length === MAX_DIFFERENCES) break;
      runs.push({ start: at, end: at + 1, chainStart: at, chainEnd: at + 1 });
    }
  }
  return runs;
}

function betweenEnds(compiled: Uint8Array, chain: Uint8Array): Run {
  const shorter = Math.min(compiled.length, chain.length);
  let start = 0;
  while (start < shorter && compiled[start] === chain[start]) start++;
  let equal = 0;
  while (equal < shorter - start && compiled.at(-1 - equal) === chain.at(-1 - equal)) equal++;
  return { start, end: compiled.length - equal, chainStart: start, chainEnd: chain.length - equal };
}

/** pc of the instruction that the byte at `offset` belongs to: a PUSH reaches over its data. Linear. */
function instructionAt(code: Uint8Array, offset: number): number {
  let pc = 0;
  for (;;) {
    const opcode = code[pc];
    const next = pc + 1 + Op.pushDataLength(opcode);
    if (next > offset || next >= code.length) return pc;
    pc = next;
  }
}
