/**
 * Failures before any line of the function ran: the checks that the compiler
 * puts in front of it (Solidity docs: receive and fallback, Libraries, Call
 * Protection). They revert without data, so what they were follows from the
 * call itself: calldata, value, and what the contract has.
 */

import type { Selector } from '../../chain/primitives';
import * as Op from '../../evm/rules/opcode-bytes';
import { RowKind } from '../../trace/rows';
import { readText } from '../../values/json-fields';
import { isAtLeast } from '../compiled/compilation';
import type { SourceFunction } from '../compiled/functions';
import type { SourceRange } from '../compiled/source-file';
import { sameRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';
import { type StackFrame, stackFrame } from './stack-frame';

const SELECTOR_BYTES = 4;

/** Returns the check that failed before the frame's function ran; undefined when none did. */
export function failedEntryCheck(frame: FrameInSource): StackFrame | undefined {
  if (frame.output.length > 0 || !frame.reverted) return undefined;
  return frame.isCreate ? failedCreation(frame) : failedCall(frame);
}

function failedCall(frame: FrameInSource): StackFrame | undefined {
  const { contract, called, value } = frame;
  if (called) {
    if (contract.kind === 'library')
      return isProtected(frame, called) ? atStart(frame, 'directLibraryCall', called) : undefined;
    return value > 0n && !called.payable ? notPayable(frame, called) : undefined;
  }
  // Trees before 0.6 do not say which of several functions of one name the selector is of.
  if (contract.abiIndex.functions.has(`0x${frame.selector}` as Selector)) return undefined;
  if (contract.kind === 'library' && isOwnCall(frame)) return atStart(frame, 'directLibraryCall', undefined);
  const reachesReceive = frame.input.length === 0 && contract.receive !== undefined;
  if (reachesReceive) return undefined;
  const { fallback } = contract;
  const wantsReceive = frame.input.length === 0 && isAtLeast(frame.compilation, 0, 6, 0);
  if (fallback === undefined) {
    if (wantsReceive) return atStart(frame, 'missingFallbackOrReceive', undefined);
    const isShort = frame.input.length > 0 && frame.input.length < SELECTOR_BYTES;
    return { ...atStart(frame, 'unknownFunction', undefined), message: isShort ? 'short' : '' };
  }
  if (value === 0n || fallback.payable) return undefined;
  return stackFrame(frame, wantsReceive ? 'fallbackNotPayableNoReceive' : 'fallbackNotPayable', -1, fallback.range, {
    value,
  });
}

/** Whether only a delegate call may run this function of a library: since 0.4.20 one that may change state. */
function isProtected(frame: FrameInSource, called: SourceFunction): boolean {
  const changesState = called.kind !== 'getter' && !/^(view|pure)$/.test(readText(called.node.stateMutability));
  return isOwnCall(frame) && changesState && isAtLeast(frame.compilation, 0, 4, 20);
}

/** Whether the code runs for its own account. */
function isOwnCall({ trace, row }: FrameInSource): boolean {
  return trace.rows.kind[row] === RowKind.call || trace.rows.kind[row] === RowKind.staticcall;
}

function failedCreation(frame: FrameInSource): StackFrame | undefined {
  const { contract, value } = frame;
  const { constructor_ } = contract;
  if (value > 0n && constructor_?.payable !== true)
    return constructor_
      ? notPayable(frame, constructor_)
      : stackFrame(frame, 'notPayable', -1, contract.range, { value });
  return constructor_ && hasInvalidArguments(frame, constructor_)
    ? stackFrame(frame, 'invalidParameters', -1, constructor_.range)
    : undefined;
}

/** Reads its arguments from the end of the init code, and ends before any statement. Checked since solc 0.5.9. */
function hasInvalidArguments(frame: FrameInSource, constructor_: SourceFunction): boolean {
  const last = frame.length - 1;
  if (!isAtLeast(frame.compilation, 0, 5, 9) || last < 0) return false;
  if (frame.opcode(last) !== Op.REVERT || frame.range(last) !== undefined) return false;
  const { range } = frame.contract;
  let readsArguments = false;
  for (let at = 0; at < frame.length; at++) {
    const here = frame.range(at);
    if (here && !(range && sameRange(here, range)) && !sameRange(here, constructor_.range)) return false;
    if (frame.opcode(at) === Op.CODESIZE) readsArguments = true;
  }
  return readsArguments;
}

function notPayable(frame: FrameInSource, called: SourceFunction): StackFrame {
  return stackFrame(frame, 'notPayable', -1, called.range, { value: frame.value });
}

/** Makes a stack frame at the function, or else at the contract. */
function atStart(frame: FrameInSource, kind: StackFrame['kind'], called: SourceFunction | undefined): StackFrame {
  const range: SourceRange | undefined = called?.range ?? frame.contract.range;
  return stackFrame(frame, kind, -1, range);
}
