/** Where and why a frame failed, once it is known which functions it was in. */

import * as Op from '../../evm/rules/opcode-bytes';
import { sameOutput } from '../../trace/failures';
import type { Trace } from '../../trace/rows';
import { rangeOf, visitAst } from '../compiled/ast';
import { isAtLeast } from '../compiled/compilation';
import { contains, type SourceRange, sameRange } from '../compiled/source-file';
import { Jump } from '../compiled/source-map';
import type { FrameInSource } from '../frame-in-source';
import { linesAt, type OpenFunctions } from '../open-functions';
import { irLinesAt, irSite, startOf, staysAround } from '../via-ir/site';
import { checkBefore } from './check-before';
import { placeOfError } from './custom-error-place';
import { holdsArguments, mergedRevert } from './merged-revert';
import { oldAssertion } from './old-assertion';
import { placeAt } from './optimised-places';
import { panicCodeOf } from './revert-string';
import { type StackFrame, stackFrame } from './stack-frame';
import { unmappedRevert } from './unmapped-revert';
import { vyperSite } from './vyper-site';
import { wrongResultsOf } from './wrong-results';

/** Calls that fail before they begin: nothing of the callee runs. */
const NOT_BEGUN = ['insufficient balance for transfer', 'max call depth exceeded'];

/** Gas that a call with value gives on top (Yellow Paper, G_callstipend). */
const STIPEND = 2_300;

type Call = { at: number; row: number };

/**
 * Returns the lines when the frame failed because of its last call: it failed,
 * or what it returned did not fit. `open` has a line for each function that the
 * frame was in when it called.
 */
export function callSite(
  frame: FrameInSource,
  open: readonly StackFrame[],
  call: Call,
  linesOf: (row: number) => StackFrame[],
): StackFrame[] | undefined {
  const text = errorText(frame, call.row);
  const { viaIR } = frame.compilation;
  const sites = viaIR ? irLinesAt(frame, call.at) : [...open, ...linesAt(frame, call.at)];
  const before = sites.slice(0, -1);
  const site = sites[sites.length - 1];
  if (NOT_BEGUN.includes(text)) {
    const range = viaIR ? site.range : frame.range(call.at);
    const isOwn = !sameOutput(frame.trace, frame.row, call.row);
    const failed = range && !isOwn && (staysAt(frame, call.at + 1, range) || isForwarded(frame, call));
    const lines = viaIR ? before : open;
    return failed ? framed(frame, [...lines, stackFrame(frame, 'callFailed', call.at, range)]) : undefined;
  }
  if (text === '') {
    // The compiler's checks of what a call returned revert without data.
    if (frame.output.length > 0 || !failsRightAfter(frame, call, site)) return undefined;
    return framed(frame, [...before, { ...site, kind: wrongResultsOf(frame.trace, call.row) }]);
  }
  if (carriesOutput(frame.trace, frame.row, call.row)) {
    const rethrown: StackFrame = { ...site, kind: 'rethrown', error: frame.revert };
    return framed(frame, [...before, rethrown, ...linesOf(call.row)]);
  }
  const isOn =
    isHandedOn(frame, call, site) ||
    isForwarded(frame, call) ||
    isHandedOnFromMemory(frame, call) ||
    isHandedOnByVyper(frame, call) ||
    isHandedOnByProxy(frame, call);
  if (!isOn && !isHandedOnInAssembly(frame, call)) return undefined;
  // Optimised code made via IR hands on what several calls gave in one block, which has the place of one of them.
  const isByCompiler = failsRightAfter(frame, call, site) || (viaIR && isForwarded(frame, call));
  if (text.startsWith('out of gas') && frame.reverted && frame.output.length === 0 && isByCompiler)
    return framed(frame, [
      ...before,
      { ...site, kind: 'calleeOutOfGas', message: hasStipend(frame.trace, call.row) ? 'stipend' : '' },
      ...linesOf(call.row),
    ]);
  return framed(frame, [...before, site, ...linesOf(call.row)]);
}

/** Whether the callee's failure became the frame's own. */
function isHandedOn(frame: FrameInSource, call: Call, site: StackFrame): boolean {
  if (!sameOutput(frame.trace, frame.row, call.row)) return false;
  const bothOutOfGas = frame.error.startsWith('out of gas') && errorText(frame, call.row).startsWith('out of gas');
  return bothOutOfGas || frame.output.length > 0 || failsRightAfter(frame, call, site);
}

/**
 * The last block copies what the call gave and reverts with it, nothing included: code that compilers make once for
 * several calls, and that has the place of one.
 */
function isForwarded(frame: FrameInSource, call: Call): boolean {
  if (!revertsAlike(frame, call)) return false;
  const block = lastBlock(frame, call);
  const copied = block.indexOf(Op.RETURNDATACOPY);
  return copied >= 0 && block.slice(0, copied).includes(Op.RETURNDATASIZE);
}

/**
 * The last block reverts with as many bytes as memory says, none where the call gave none: `revert(add(data, 32), mload(data))`
 * with the data of the call. Reverts that compilers make without data state their length.
 */
function isHandedOnFromMemory(frame: FrameInSource, call: Call): boolean {
  return frame.output.length === 0 && revertsAlike(frame, call) && lastBlock(frame, call).includes(Op.MLOAD);
}

/** Whether the frame reverts with what the call gave. */
function revertsAlike(frame: FrameInSource, call: Call): boolean {
  return frame.opcode(frame.length - 1) === Op.REVERT && sameOutput(frame.trace, frame.row, call.row);
}

/** The instructions of the last block before its end, the last one first; none of those up to the call. */
function lastBlock(frame: FrameInSource, call: Call): number[] {
  const opcodes: number[] = [];
  for (let at = frame.length - 2; at > call.at && frame.opcode(at) !== Op.JUMPDEST; at--)
    opcodes.push(frame.opcode(at));
  return opcodes;
}

/** Vyper copies what a failed call returned only to revert with it. */
function isHandedOnByVyper(frame: FrameInSource, call: Call): boolean {
  if (frame.compilation.language !== 'Vyper' || !frame.reverted) return false;
  if (!sameOutput(frame.trace, frame.row, call.row)) return false;
  for (let at = call.at + 1; at < frame.length; at++) if (frame.opcode(at) === Op.RETURNDATACOPY) return true;
  return false;
}

/** A proxy in assembly: everything after the delegate call has a place, and no function is entered or left. */
function isHandedOnByProxy(frame: FrameInSource, call: Call): boolean {
  if (frame.opcode(call.at) !== Op.DELEGATECALL || !sameOutput(frame.trace, frame.row, call.row)) return false;
  for (let at = call.at + 1; at < frame.length; at++)
    if (frame.range(at) === undefined || frame.jump(at) !== Jump.regular) return false;
  return frame.opcode(frame.length - 1) === Op.REVERT;
}

/** One block of assembly calls, and reverts with what the call gave, nothing included. */
function isHandedOnInAssembly(frame: FrameInSource, call: Call): boolean {
  const last = frame.length - 1;
  const place = frame.range(call.at);
  const holder = place && frame.functionOf(place);
  if (place === undefined || holder === undefined || frame.opcode(last) !== Op.REVERT) return false;
  if (!sameOutput(frame.trace, frame.row, call.row)) return false;
  let block: SourceRange | undefined;
  visitAst(holder.node, (node) => {
    const range = node.nodeType === 'InlineAssembly' ? rangeOf(node) : undefined;
    if (range !== undefined && contains(range, place)) block = range;
  });
  for (let at = call.at + 1; block !== undefined && at <= last; at++) {
    const here = frame.range(at);
    if (here !== undefined && !contains(block, here)) return false;
  }
  return block !== undefined;
}

/** Whether the frame reverts with nothing in between that belongs to another expression than the call. */
function failsRightAfter(frame: FrameInSource, call: Call, site: StackFrame): boolean {
  const range = frame.compilation.viaIR ? site.range : frame.range(call.at);
  return frame.opcode(frame.length - 1) === Op.REVERT && range !== undefined && staysAt(frame, call.at + 1, range);
}

function staysAt(frame: FrameInSource, from: number, range: SourceRange): boolean {
  return frame.compilation.viaIR ? staysAround(frame, from, range) : frame.staysIn(from, range);
}

/** Whether a call had the stipend alone, as those of `transfer` and `send` have. */
function hasStipend({ rows }: Trace, row: number): boolean {
  return rows.gas[row] === STIPEND && rows.value[row] >= 0;
}

function errorText(frame: FrameInSource, row: number): string {
  const text = frame.trace.rows.error[row];
  return text < 0 ? '' : frame.trace.texts[text];
}

/** Returns the lines when the frame failed by itself. */
export function errorSite(frame: FrameInSource, open: OpenFunctions): StackFrame[] {
  const last = frame.length - 1;
  if (frame.error === 'max code size exceeded') return [stackFrame(frame, 'contractTooLarge', last, startOf(frame))];
  if (last < 0) return [stackFrame(frame, 'halted', -1, startOf(frame), { message: frame.error })];
  if (frame.compilation.language === 'Vyper') return vyperSite(frame, open);
  if (frame.compilation.viaIR) return irSite(frame);
  const opcode = frame.opcode(last);
  const stops = opcode === Op.REVERT || opcode === Op.INVALID;
  const lines = stops ? revertSite(frame, open) : undefined;
  return lines ?? quietSite(frame, open) ?? otherSite(frame, open);
}

/** REVERT or INVALID with a place, or with data. */
function revertSite(frame: FrameInSource, open: OpenFunctions): StackFrame[] | undefined {
  const last = frame.length - 1;
  const placed = mergedRevert(frame) ?? placeAt(frame, last, true);
  const raised = placeOfError(frame, placed.range);
  const { range, around } = raised === undefined ? placed : { range: raised, around: [] };
  const failing = range && frame.functionOf(range);
  const inside =
    frame.isCreate ||
    open.entered ||
    (failing !== undefined && range !== undefined && !sameRange(failing.range, range));
  const lines = [...open.lines, ...around.map((place) => stackFrame(frame, 'call', last, place))];
  if (inside && failing?.kind === 'modifier') lines.push(beforeModifier(frame, open));
  const { revert } = frame;
  if (revert?.signature === 'Panic(uint256)' && frame.output.length === 36) {
    const panicCode = panicCodeOf(frame.output);
    // A call of a function pointer that was never set: the jump is the place.
    if (panicCode === '51') lines.pop();
    return framed(frame, [...lines, stackFrame(frame, 'panic', last, bestRange(frame), { panicCode })]);
  }
  if (revert !== undefined && revert.source >= 0)
    return framed(frame, [
      ...lines,
      stackFrame(frame, 'customError', last, raised ?? bestRange(frame), { error: revert }),
    ]);
  const message = revert?.signature === 'Error(string)' ? (revert.reason ?? '') : '';
  if (frame.range(last) !== undefined && inside) {
    const place = failing ? range : startOf(frame);
    const assertion = oldAssertion(frame, range);
    const more = { message, ...(assertion !== undefined && { assertion }) };
    return framed(frame, refined(frame, [...lines, stackFrame(frame, 'revert', last, place, more)]));
  }
  if (frame.output.length > 0)
    return framed(frame, [...lines, stackFrame(frame, 'revert', last, bestRange(frame), { message })]);
  return undefined;
}

/** A revert without data and without a place: what the compiler checked. */
function quietSite(frame: FrameInSource, open: OpenFunctions): StackFrame[] | undefined {
  const last = frame.length - 1;
  const { called, contract } = frame;
  if (checksForCode(frame)) {
    const range = frame.range(frame.lastMapped());
    return framed(frame, [...open.lines, stackFrame(frame, 'notAContract', last, range)]);
  }
  if (!frame.isCreate && !open.entered) {
    const handler = [contract.fallback, contract.receive].find((entry) => frame.isWithin(entry, last));
    if (handler && frame.opcode(last) === Op.REVERT) return [stackFrame(frame, 'revert', last, frame.range(last))];
    if (called && frame.reverted && frame.output.length === 0) {
      const kind = holdsArguments(frame) ? 'revert' : 'invalidParameters';
      return [stackFrame(frame, kind, last, called.range)];
    }
  }
  if (frame.opcode(last) === Op.REVERT && isAtLeast(frame.compilation, 0, 6, 3) && frame.compilation.version[1] === 6) {
    const line = unmappedRevert(frame);
    if (line) return framed(frame, [...open.lines, line]);
  }
  return undefined;
}

/** Out of gas and the like: the last place in a function. */
function otherSite(frame: FrameInSource, open: OpenFunctions): StackFrame[] {
  const last = frame.length - 1;
  const message = frame.reverted ? '' : frame.error;
  const kind = frame.reverted ? 'revert' : frame.error.startsWith('out of gas') ? 'outOfGas' : 'halted';
  return framed(frame, [...open.lines, stackFrame(frame, kind, last, bestRange(frame), { message })]);
}

/** The last thing with a place is EXTCODESIZE, ISZERO: the account called has no code. */
function checksForCode(frame: FrameInSource): boolean {
  const at = frame.lastMapped();
  return at > 0 && frame.opcode(at) === Op.ISZERO && frame.opcode(at - 1) === Op.EXTCODESIZE;
}

/**
 * Since 0.6.9 the compiler's checks have the place of what they check, as a
 * plain `revert()` would: the instructions before tell them apart.
 */
function refined(frame: FrameInSource, lines: StackFrame[]): StackFrame[] {
  const last = lines[lines.length - 1];
  if (last.kind !== 'revert' || frame.output.length > 0 || !isAtLeast(frame.compilation, 0, 6, 9)) return lines;
  if (frame.opcode(frame.length - 1) !== Op.REVERT) return lines;
  const kind = checkBefore(frame);
  // A source may compare the length of the calldata by itself.
  if (kind === undefined || (kind === 'invalidParameters' && holdsArguments(frame))) return lines;
  return [...lines.slice(0, -1), { ...last, kind }];
}

/** The place of the last instruction that has one in a function; else where the frame began. */
function bestRange(frame: FrameInSource): SourceRange | undefined {
  const { range } = placeAt(frame, frame.length - 1, true);
  if (range && frame.functionOf(range)) return range;
  const at = frame.lastInFunction();
  return at < 0 ? startOf(frame) : frame.range(at);
}

/** The line of the function whose modifier failed. */
function beforeModifier(frame: FrameInSource, open: OpenFunctions): StackFrame {
  const entry = open.entries.at(-1);
  if (entry !== undefined) return stackFrame(frame, 'call', entry, frame.range(entry));
  return stackFrame(frame, 'call', -1, startOf(frame));
}

/** Puts the function in front when the first line is of its modifier. */
function framed(frame: FrameInSource, lines: StackFrame[]): StackFrame[] {
  const [first] = lines;
  if (first?.kind !== 'call' || first.kindOfFunction !== 'modifier') return lines;
  return [stackFrame(frame, 'call', -1, startOf(frame)), ...lines];
}

/** Whether the data of frame `outer` carries that of frame `inner` among more, as an error that wraps another does. */
function carriesOutput({ rows, payload }: Trace, outer: number, inner: number): boolean {
  const size = rows.outputLength[inner];
  // A selector at least, and in front of it another selector, an offset and a length.
  if (size < 4 || rows.outputLength[outer] < size + 68) return false;
  const start = rows.outputStart[inner];
  const first = rows.outputStart[outer] + 4;
  const last = rows.outputStart[outer] + rows.outputLength[outer] - size;
  // ABI encoding puts it at the beginning of a word.
  for (let from = first; from <= last; from += 32) {
    let at = 0;
    while (at < size && payload[from + at] === payload[start + at]) at++;
    if (at === size) return true;
  }
  return false;
}
