/** What contracts logged with `console.log`, and where. */

import { decodeParameters } from '../../abi/decode-parameters';
import type { Decoded } from '../../abi/decoded';
import { bytesToHex, bytesToSelector } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { RowFlag, type RowIndex, RowKind, rowIndex } from '../../trace/rows';
import type { StackFrame } from '../errors/stack-frame';
import { FrameInSource, type SourcedTrace } from '../frame-in-source';
import { linesAt, openFunctions } from '../open-functions';
import { visitIrLines } from '../via-ir/site';
import { formatConsole } from './console-format';
import { CONSOLE_ADDRESS, consoleTypes } from './console-signatures';

export type ConsoleLog = {
  /** Row of the call to the console. */
  row: RowIndex;
  /** The logged values; undefined when the calldata is none that the console knows: then `data` says it all. */
  values: readonly Decoded[] | undefined;
  /** The printed line, '' without values. */
  text: string;
  data: Hex;
  /** The place that called `console.log`; undefined when the emitter's source is not known. */
  place: StackFrame | undefined;
  /** Whether the frame that logged was undone by a failure. */
  undone: boolean;
};

/** Characters of a logged value that are kept. */
const MAX_TEXT = 100_000;
const MAX_LOGS = 10_000;

/** Returns the console calls of a trace in their order, at most 10,000. Linear in the steps of the frames that logged. */
export function consoleLogs(sources: SourcedTrace): ConsoleLog[] {
  const { trace } = sources;
  const { rows, payload, addresses } = trace;
  const console = addresses.findIndex((address) => address.toLowerCase() === CONSOLE_ADDRESS);
  if (console < 0) return [];
  const logs: ConsoleLog[] = [];
  const places = new Map<number, Map<number, StackFrame>>();
  for (let row = 0; row < rows.length && logs.length < MAX_LOGS; row++) {
    if (rows.to[row] !== console || rows.kind[row] > RowKind.delegatecall) continue;
    const parent = rows.parent[row];
    if (parent >= 0 && !places.has(parent)) places.set(parent, placesOf(sources, parent, console));
    const data = payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
    const values = valuesOf(data);
    logs.push({
      row: rowIndex(row),
      values,
      text: values ? formatConsole(values) : '',
      data: bytesToHex(data),
      place: places.get(parent)?.get(row),
      undone: (rows.flags[row] & RowFlag.undone) !== 0,
    });
  }
  return logs;
}

function valuesOf(data: Uint8Array): readonly Decoded[] | undefined {
  if (data.length < 4) return undefined;
  const types = consoleTypes(bytesToSelector(data.subarray(0, 4)));
  return types && decodeParameters(types, data.subarray(4), { text: MAX_TEXT, values: 100 })?.values;
}

/** For each console call of the frame at `row`, the innermost place outside of the console's own library. */
function placesOf(sources: SourcedTrace, row: number, console: number): Map<number, StackFrame> {
  const found = new Map<number, StackFrame>();
  const frame = FrameInSource.of(sources, row);
  if (frame === undefined) return found;
  const calls = frame.steps.calls.filter((call) => sources.trace.rows.to[call.row] === console);
  const positions = calls.map((call) => call.at);
  const visit = (lines: readonly StackFrame[], index: number) => {
    const own = lines.findLast((line) => line.line > 0 && !isConsoleFile(line.file));
    if (own) found.set(calls[index].row, own);
  };
  if (frame.compilation.viaIR) visitIrLines(frame, positions, visit);
  else openFunctions(frame, positions, (lines, index) => visit([...lines, ...linesAt(frame, positions[index])], index));
  return found;
}

/** `hardhat/console.sol`, `forge-std/src/console2.sol`, `safeconsole.sol` and copies of them. */
function isConsoleFile(path: string): boolean {
  return /(^|\/)(safe)?console2?\.sol$/i.test(path);
}
