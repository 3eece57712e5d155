/**
 * Compares two traces of the same transaction from different methods, as far
 * as both methods say the same thing by definition.
 */
import { isFrameKind } from '../../../src/core/trace/failures';
import { RowFlag, RowKind, type Trace } from '../../../src/core/trace/rows';

/** The facts that both traces can state, and that are compared. */
export type Scope = {
  /** Flat traces leave out calls of precompiles; then both are compared without. */
  precompiles: boolean;
  /** Steps without a stack have no addresses, values and success. */
  addresses: boolean;
  /** Steps without memory have no calldata. */
  input: boolean;
  /** ots_traceTransaction does not say which calls failed. */
  failures: boolean;
  output: boolean;
};

/** Returns the first place where the traces differ; undefined when they agree. */
export function difference(one: Trace, other: Trace, scope: Scope): string | undefined {
  const ours = drawFrames(one, scope);
  const theirs = drawFrames(other, scope);
  let index = 0;
  let otherIndex = 0;
  while (index < ours.length || otherIndex < theirs.length) {
    const our = ours[index]?.text;
    const their = theirs[otherIndex]?.text;
    if (our === their) index++;
    else if (!theirs[otherIndex]?.maybePrecompile) return `frame ${index}: ${our ?? 'nothing'} | ${their ?? 'nothing'}`;
    otherIndex++;
  }
  return undefined;
}

/**
 * A frame as text. Without a stack, a call that ran no code may be one of a precompile, which flat traces leave out.
 */
type Line = { text: string; maybePrecompile: boolean };

function drawFrames(trace: Trace, scope: Scope): Line[] {
  const { rows } = trace;
  const lines: Line[] = [];
  for (let row = 0; row < rows.length; row++) {
    if (!isFrameKind(rows.kind[row]!)) continue;
    if (!scope.precompiles && row > 0 && isPrecompileCall(trace, row)) continue;
    const ranNoCode = rows.kind[row]! < RowKind.create && Number.isNaN(rows.gas[row]);
    const maybePrecompile = !scope.addresses && trace.source === 'structLogs' && row > 0 && ranNoCode;
    lines.push({ text: drawFrame(trace, row, scope), maybePrecompile });
  }
  return lines;
}

function drawFrame(trace: Trace, row: number, scope: Scope): string {
  const { rows, addresses, words } = trace;
  const kind = rows.kind[row]!;
  const failed = (rows.flags[row]! & RowFlag.failed) !== 0;
  const parts = [`${rows.depth[row]} ${kind}`];
  if (scope.addresses) {
    parts.push(addresses[rows.from[row]!] ?? '-');
    // Where failures are not told, a failed create may have an address.
    if (scope.failures || (kind !== RowKind.create && kind !== RowKind.create2))
      parts.push(addresses[rows.to[row]!] ?? '-');
    // What a selfdestruct moved is its balance, which not every method states.
    if (kind !== RowKind.selfdestruct) parts.push(words[rows.value[row]!] ?? '-');
  }
  if (scope.input && kind !== RowKind.selfdestruct)
    parts.push(hex(trace, rows.inputStart[row]!, rows.inputLength[row]!));
  if (scope.failures) parts.push(failed ? 'failed' : 'ok');
  if (scope.output && scope.failures && !failed && kind !== RowKind.selfdestruct) {
    parts.push(hex(trace, rows.outputStart[row]!, rows.outputLength[row]!));
  }
  return parts.join(' ');
}

const PRECOMPILE = /^0x0{38}(0[1-9a-f]|1[0-1])$|^0x0{37}100$/;

function isPrecompileCall(trace: Trace, row: number): boolean {
  const { rows, addresses } = trace;
  return rows.kind[row]! < RowKind.create && PRECOMPILE.test(addresses[rows.to[row]!] ?? '');
}

function hex(trace: Trace, start: number, length: number): string {
  return `0x${Buffer.from(trace.payload.subarray(start, start + length)).toString('hex')}`;
}
