/** The source of what each frame of a trace ran, among contracts that were compiled here. */
import { bytesToHex, hexToBytes } from '../chain/hex';
import { createCodeIndex } from '../contract/matching/match-code';
import type { State } from '../evm/state/state';
import { isCreateKind } from '../trace/frame-kind';
import type { RowIndex, Trace } from '../trace/rows';
import type { CodeMap } from './compiled/code-map';
import { createdCodes } from './compiled/created-codes';
import type { CodeSource } from './frame-in-source';

export type KnownSources = {
  sourceOf(row: RowIndex): CodeSource | undefined;
  codeOf(row: RowIndex): Uint8Array | undefined;
};

/**
 * Finds the sources of the trace's contracts. Call it before the next
 * transaction runs on the state. Where several contracts have equal creation
 * code, the last of `known` counts.
 */
export function sourcesOfTrace(trace: Trace, state: State, known: readonly CodeSource[]): KnownSources {
  const { rows } = trace;
  const index = createCodeIndex(
    known.flatMap((source) => {
      const { runtime } = source.contract;
      return runtime ? [{ source, runtimeBytecode: bytesToHex(runtime.bytes), holes: runtime.holes }] : [];
    }),
  );
  const created = createdCodes(trace);
  const codes = Array.from(rows.to, (to, row) => created[row] ?? codeAt(state, trace.addresses[to]));
  const sources = new Map<number, CodeSource | undefined>();
  const find = (row: number): CodeSource | undefined => {
    if (!isCreateKind(rows.kind[row] ?? 0)) return index.match(codes[row] ?? new Uint8Array(0))?.artifact.source;
    const start = rows.inputStart[row] ?? 0;
    const init = trace.payload.subarray(start, start + (rows.inputLength[row] ?? 0));
    return known.findLast(({ contract }) => contract.creation && beginsWith(init, contract.creation));
  };
  return {
    codeOf: (row) => codes[row],
    sourceOf(row) {
      if (!sources.has(row)) sources.set(row, find(row));
      return sources.get(row);
    },
  };
}

function codeAt(state: State, address: string | undefined): Uint8Array | undefined {
  if (address === undefined) return undefined;
  const account = state.indexOfAddress(hexToBytes(address as `0x${string}`));
  const before = state.codes[state.originalCode[account] ?? 0];
  const code = before !== undefined && before.bytes.length > 0 ? before : state.codes[state.code[account] ?? 0];
  // A delegation runs the code of another account (EIP-7702).
  return code?.delegate ? state.codes[state.code[state.indexOf(code.delegate, 0)] ?? 0]?.bytes : code?.bytes;
}

function beginsWith(init: Uint8Array, { bytes, holes }: CodeMap): boolean {
  if (init.length < bytes.length) return false;
  const open = new Uint8Array(bytes.length);
  for (const { start, length } of holes) open.fill(1, start, start + length);
  return bytes.every((byte, at) => byte === init[at] || open[at] === 1);
}
