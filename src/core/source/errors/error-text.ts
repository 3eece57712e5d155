/** What went wrong, in a sentence for the reader. */

import { panicText } from '../../abi/panic';
import { callText } from '../../abi/value-text';
import type { StackFrame } from './stack-frame';

const CHECKS: ReadonlySet<StackFrame['kind']> = new Set([
  'notPayable',
  'fallbackNotPayable',
  'fallbackNotPayableNoReceive',
  'invalidParameters',
  'unknownFunction',
  'missingFallbackOrReceive',
  'directLibraryCall',
  'notAContract',
  'returnedTooLittle',
  'returnedInvalid',
  'failedCheck',
  'callFailed',
  'calleeOutOfGas',
]);

/** Returns, as a clause, what the compiler checked where a frame reverted without data; undefined where the source did. */
export function checkClause(frame: StackFrame): string | undefined {
  if (!CHECKS.has(frame.kind)) return undefined;
  const sentence = errorSiteText(frame);
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
}

/** Returns one sentence about an error site; '' for a line that was passed through. */
export function errorSiteText(frame: StackFrame): string {
  switch (frame.kind) {
    case 'call':
    case 'unknownCall':
    case 'unknownCreate':
      return '';
    case 'revert':
      if (frame.assertion !== undefined) return `Assertion failed: ${frame.assertion}.`;
      return frame.message === '' ? 'Reverted without a reason.' : `Reverted: ${frame.message}`;
    case 'unmappedRevert':
      return 'Reverted without a reason; the compiler left out the place, so it is inferred from what ran before.';
    case 'panic':
      return panicText(frame.panicCode);
    case 'rethrown':
      return `Caught the failure and reverted with ${frame.error?.name ?? 'an error'} around it.`;
    case 'customError':
      return `Reverted with ${errorText(frame)}.`;
    case 'notPayable':
      return `The ${subject(frame)} is not payable, and was sent ${frame.value} wei.`;
    case 'fallbackNotPayable':
      return `The fallback function is not payable, and was sent ${frame.value} wei.`;
    case 'fallbackNotPayableNoReceive':
      return `There is no receive function, and the fallback function is not payable; it was sent ${frame.value} wei.`;
    case 'invalidParameters':
      return frame.function === 'constructor'
        ? 'The creation code is not followed by the arguments of the constructor.'
        : `The calldata does not hold the arguments of the ${subject(frame)}.`;
    case 'unknownFunction':
      return frame.message === 'short'
        ? 'The calldata is shorter than a selector, and the contract has no fallback function.'
        : 'The contract has no function of this selector, and no fallback function.';
    case 'missingFallbackOrReceive':
      return 'The call has no calldata, and the contract has neither a receive nor a fallback function.';
    case 'directLibraryCall':
      return frame.function === ''
        ? 'A library was called directly, and has no function for the call.'
        : 'A function of a library that changes state was called directly; it runs by delegate call only.';
    case 'notAContract':
      return 'The account that was called has no code.';
    case 'returnedTooLittle':
      return 'The call returned less data than its function declares.';
    case 'returnedInvalid':
      return 'The returned data does not decode to the values that its function declares.';
    case 'failedCheck':
      return `Failed a check that the compiler made: ${frame.message}.`;
    case 'callFailed':
      return 'The call could not be made: the balance does not cover its value, or calls are nested too deep.';
    case 'calleeOutOfGas':
      return frame.message === 'stipend'
        ? 'The contract that was called ran out of gas: it had no more than the stipend of 2,300 gas, as with transfer and send.'
        : 'The contract that was called ran out of gas.';
    case 'contractTooLarge':
      return 'The code of the new contract is larger than the chain allows.';
    case 'precompileFailed':
      return 'A precompiled contract failed.';
    case 'outOfGas':
      return 'Ran out of gas.';
    case 'unknownCallFailed':
    case 'unknownCreateFailed':
      if (frame.panicCode !== '') return panicText(frame.panicCode);
      return frame.message === '' ? 'Failed in code whose source is not known.' : `Reverted: ${frame.message}`;
    case 'halted':
      return frame.message === '' ? 'Halted.' : `Halted: ${frame.message}.`;
  }
}

function subject(frame: StackFrame): string {
  if (frame.function === 'constructor') return frame.function;
  return frame.function === '' ? 'function' : `function ${frame.function}`;
}

function errorText({ error }: StackFrame): string {
  return error === undefined ? 'an error' : (error.malformed ?? callText(error.name, error.args ?? [], 400));
}
