/** One line of a stack trace. */
import type { DecodedRevert } from '../../abi/decode';
import { type RowIndex, rowIndex } from '../../trace/rows';
import type { SourceFunction } from '../compiled/functions';
import { type SourceRange, sameRange } from '../compiled/source-file';
import type { FrameInSource } from '../frame-in-source';

/**
 * What a line of a stack trace is. All but the first three are error sites;
 * from `notPayable` on, the compiler's own checks, which revert without a word.
 */
export type StackFrameKind =
  /** Passed through on the way to the error. */
  | 'call'
  /** A contract, or a creation, whose source is not known: passed through. */
  | 'unknownCall'
  | 'unknownCreate'
  /** A contract, or a creation, whose source is not known, and in which the error happened. */
  | 'unknownCallFailed'
  | 'unknownCreateFailed'
  | 'revert'
  /** A call failed here, and the function reverted with an error of its own that carries the callee's. */
  | 'rethrown'
  /** A revert that solc 0.6.3 to 0.6.8 gave no place in the source; the place is inferred. */
  | 'unmappedRevert'
  | 'panic'
  | 'customError'
  | 'notPayable'
  | 'fallbackNotPayable'
  | 'fallbackNotPayableNoReceive'
  | 'invalidParameters'
  | 'unknownFunction'
  | 'missingFallbackOrReceive'
  | 'directLibraryCall'
  | 'notAContract'
  /** A call returned less than any value takes, or bytes that are not the values declared. */
  | 'returnedTooLittle'
  | 'returnedInvalid'
  /** Another check of the compiler; `message` is its name for it. */
  | 'failedCheck'
  | 'callFailed'
  /** The lines of the callee follow; `message` is `stipend` where it had no other gas. */
  | 'calleeOutOfGas'
  | 'contractTooLarge'
  | 'precompileFailed'
  | 'outOfGas'
  /** Another exceptional halt; `message` says which. */
  | 'halted';

export type StackFrame = {
  kind: StackFrameKind;
  /** Row of the call frame in the trace. */
  row: RowIndex;
  /** StepIndex the line is about: a call made or the instruction that failed; -1 where none ran. */
  step: number;
  /** Name of the contract whose code ran; '' for a free function and where the source is not known. */
  contract: string;
  /** Name of the contract or library that declares the function; '' outside of any. */
  declaredIn: string;
  /** Name of the function, `constructor`, `<fallback>` or `<receive>`; '' outside of any. */
  function: string;
  kindOfFunction: SourceFunction['kind'] | undefined;
  /** Source unit name; '' where there is no place in a source. */
  file: string;
  /** Line, from 1; 0 where there is no place in a source. */
  line: number;
  range: SourceRange | undefined;
  /** Revert string, the words of an exceptional halt, or what the kind says. */
  message: string;
  /** Panic code in hex without 0x, `11`; of a panic, or where one came out of code whose source is not known. */
  panicCode: string;
  /** The custom error with its arguments. */
  error: DecodedRevert | undefined;
  /** Wei that was sent to what takes none. */
  value: bigint | undefined;
  /** Which check failed, as a clause, where compilers before 0.8 end with INVALID. */
  assertion?: string;
};

/** Returns a line about the instruction at position `at` of `frame`, or about `range` where that is given. */
export function stackFrame(
  frame: FrameInSource,
  kind: StackFrameKind,
  at: number,
  range: SourceRange | undefined,
  more: Partial<StackFrame> = {},
): StackFrame {
  const place = range && frame.functionOf(range);
  return {
    kind,
    row: rowIndex(frame.row),
    step: at >= 0 && at < frame.length ? frame.steps.step[at] : -1,
    contract: place?.kind === 'free' ? '' : frame.contract.name,
    declaredIn: place ? declarerOf(frame, place) : '',
    function: place ? functionLabel(place) : isImpliedConstructor(frame, range) ? 'constructor' : '',
    kindOfFunction: place?.kind,
    file: range ? frame.pathOf(range) : '',
    line: range ? frame.lineOf(range) : 0,
    range,
    message: '',
    panicCode: '',
    error: undefined,
    value: undefined,
    ...more,
  };
}

/** Init code of a contract that declares no constructor has the whole contract for its place. */
function isImpliedConstructor(frame: FrameInSource, range: SourceRange | undefined): boolean {
  const { range: whole } = frame.contract;
  return frame.isCreate && range !== undefined && whole !== undefined && sameRange(range, whole);
}

/** Returns a line about a frame whose source is not known. */
export function unknownFrame(kind: StackFrameKind, row: number, more: Partial<StackFrame> = {}): StackFrame {
  return {
    kind,
    row: rowIndex(row),
    step: -1,
    contract: '',
    declaredIn: '',
    function: '',
    kindOfFunction: undefined,
    file: '',
    line: 0,
    range: undefined,
    message: '',
    panicCode: '',
    error: undefined,
    value: undefined,
    ...more,
  };
}

function declarerOf({ compilation }: FrameInSource, { contract }: SourceFunction): string {
  const name = compilation.declarations.get(contract)?.name;
  return typeof name === 'string' ? name : '';
}

/** How a function is called in a stack trace. */
function functionLabel(entry: SourceFunction): string {
  switch (entry.kind) {
    case 'constructor':
      return 'constructor';
    case 'fallback':
      return '<fallback>';
    case 'receive':
      return '<receive>';
    default:
      return entry.name;
  }
}
