/** The call tree of a replay in the shapes of geth's callTracer and flatCallTracer. */

import { bytesToHex } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { isFrameKind } from '../../trace/failures';
import { RowFlag, RowKind, type Trace } from '../../trace/rows';
import { revertReason } from './revert-reason';

export type GethLog = { address: Hex; topics: Hex[]; data: Hex; index: Hex; position: Hex };
export type GethFrame = {
  type: string;
  from: Hex;
  to?: Hex;
  value?: Hex;
  gas: Hex;
  gasUsed: Hex;
  input: Hex;
  output?: Hex;
  error?: string;
  revertReason?: string;
  calls?: GethFrame[];
  logs?: GethLog[];
};

/** Names of the kinds of rows that are frames, as geth has them. */
export const CALL_TYPES: Readonly<Record<number, string>> = {
  [RowKind.call]: 'CALL',
  [RowKind.staticcall]: 'STATICCALL',
  [RowKind.delegatecall]: 'DELEGATECALL',
  [RowKind.callcode]: 'CALLCODE',
  [RowKind.create]: 'CREATE',
  [RowKind.create2]: 'CREATE2',
  [RowKind.selfdestruct]: 'SELFDESTRUCT',
};
const hex = (value: number): Hex => `0x${value.toString(16)}`;

/** Writes the tree as callTracer states it; with `logs`, withLog. */
export function callFrames(trace: Trace, logs: boolean): GethFrame {
  const { rows, addresses, words, texts } = trace;
  const frames: GethFrame[] = [];
  /** Logs of each row so far that still stand: geth counts those that failures took back no more. */
  let index = 0;
  const open: { row: number; before: number }[] = [];
  const leave = (until: number) => {
    for (let last = open.at(-1); last && rows.subtreeEnd[last.row] <= until; last = open.at(-1)) {
      if (rows.flags[last.row] & RowFlag.failed) index = last.before;
      open.pop();
    }
  };
  const payload = (start: number, length: number): Hex => bytesToHex(trace.payload.subarray(start, start + length));
  for (let row = 0; row < rows.length; row++) {
    leave(row);
    const kind = rows.kind[row];
    const parent = frames[rows.parent[row]];
    const inputStart = rows.inputStart[row];
    if (kind === RowKind.log) {
      const topicCount = rows.outputStart[row];
      const undone = rows.flags[row] & RowFlag.undone;
      const place = index++;
      if (!logs || undone || !parent) continue;
      parent.logs ??= [];
      parent.logs.push({
        address: addresses[rows.from[row]] as Hex,
        topics: Array.from({ length: topicCount }, (_, i) => payload(inputStart + i * 32, 32)),
        data: payload(inputStart + topicCount * 32, rows.inputLength[row] - topicCount * 32),
        index: hex(place),
        position: hex(parent.calls?.length ?? 0),
      });
      continue;
    }
    if (!isFrameKind(kind) && kind !== RowKind.selfdestruct) continue;
    const error = texts[rows.error[row]];
    const output = payload(rows.outputStart[row], rows.outputLength[row]);
    const reason = error === 'execution reverted' ? revertReason(output) : undefined;
    const value = kind === RowKind.delegatecall ? parent?.value : words[rows.value[row]];
    const to = addresses[rows.to[row]] as Address | undefined;
    const frame: GethFrame = {
      type: CALL_TYPES[kind],
      from: addresses[rows.from[row]] as Hex,
      ...(to === undefined ? {} : { to }),
      ...(value === undefined ? {} : { value }),
      gas: hex(rows.gas[row]),
      gasUsed: hex(rows.gasUsed[row]),
      input: payload(inputStart, rows.inputLength[row]),
      ...(output === '0x' ? {} : { output }),
      ...(error === undefined ? {} : { error }),
      ...(reason === undefined ? {} : { revertReason: reason }),
    };
    frames[row] = frame;
    open.push({ row, before: index });
    if (parent) {
      parent.calls ??= [];
      parent.calls.push(frame);
    }
  }
  const root = frames[0];
  if (!root) throw new Error('the trace has no root');
  return root;
}
