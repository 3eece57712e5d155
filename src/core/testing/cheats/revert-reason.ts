/** Why a call failed, in forge's words: they are compared by tests and shown. */

import { type Abi, bytesToHex, decodeAbiParameters } from 'viem';
import { selectorOf, signatureOf } from '../../abi/signature';
import { Halt, LACKS } from '../../evm/frames/halt';
import { STRING_ERRORS } from './cheat-error';
import { formatToken } from './format-token';

type AbiError = Extract<Abi[number], { type: 'error' }>;

/** Errors of all contracts of a project, by selector. */
export type KnownErrors = ReadonlyMap<string, readonly AbiError[]>;

/** Returns the errors of the ABIs. */
export function knownErrors(abis: readonly Abi[]): KnownErrors {
  const errors = new Map<string, AbiError[]>();
  for (const abi of abis)
    for (const entry of abi)
      if (entry.type === 'error') {
        const selector = selectorOf(signatureOf(entry));
        errors.set(selector, [...(errors.get(selector) ?? []), entry]);
      }
  return errors;
}

const PANICS: Readonly<Record<string, string>> = {
  0: 'generic/unspecified error',
  1: 'assertion failed',
  17: 'arithmetic underflow or overflow',
  18: 'division or modulo by zero',
  33: 'failed to convert value into enum type',
  34: 'storage byte array incorrectly encoded',
  49: 'called `.pop()` on an empty array',
  50: 'array out-of-bounds access',
  65: 'memory allocation error',
  81: 'called an invalid internal function',
};

const HALTS: Partial<Record<Halt, string>> = {
  [Halt.revert]: 'Revert',
  [Halt.outOfGas]: 'OutOfGas',
  [Halt.stackUnderflow]: 'StackUnderflow',
  [Halt.stackOverflow]: 'StackOverflow',
  [Halt.invalidJump]: 'InvalidJump',
  [Halt.writeProtection]: 'StateChangeDuringStaticCall',
  [Halt.returnDataOutOfBounds]: 'OutOfOffset',
  [Halt.callDepth]: 'CallTooDeep',
  [Halt.insufficientBalance]: 'OutOfFunds',
  [Halt.createCollision]: 'CreateCollision',
  [Halt.codeSizeExceeded]: 'CreateContractSizeLimit',
  [Halt.invalidCodePrefix]: 'CreateContractStartingWithEF',
  [Halt.codeStoreOutOfGas]: 'OutOfGas',
  [Halt.nonceOverflow]: 'NonceOverflow',
  [Halt.gasUintOverflow]: 'InvalidOperandOOG',
  [Halt.precompileFailed]: 'PrecompileError',
};

/** Returns the reason that the data of a failed call states; `detail` is the name of an invalid opcode, or what a halt for want of gas lacks. */
export function revertReason(data: Uint8Array, halt: Halt, errors: KnownErrors, detail = ''): string {
  const selector = data.length < 4 ? '' : bytesToHex(data.subarray(0, 4));
  const rest = data.subarray(4);
  if (STRING_ERRORS.includes(selector)) {
    const text = decodeText(rest);
    if (text !== undefined) return text;
  }
  if (selector === '0x4e487b71' && rest.length >= 32) {
    const code = BigInt(bytesToHex(rest.subarray(0, 32)));
    const words = PANICS[String(code)];
    return `panic: ${words ?? 'unknown'} (0x${code.toString(16).padStart(2, '0')})`;
  }
  if (selector !== '') {
    for (const { name, inputs } of errors.get(selector) ?? []) {
      try {
        const values = inputs.length === 0 ? [] : (decodeAbiParameters(inputs, rest) as readonly unknown[]);
        return `${name}(${values.map((value, at) => formatToken(value, inputs[at])).join(', ')})`;
      } catch {
        // Another error of the same selector may fit.
      }
    }
    const text = textOf(data);
    if (text !== undefined) return text;
    const shown = rest.length === 0 ? '' : `: ${utf8(rest) ?? bytesToHex(rest).slice(2)}`;
    return `custom error ${selector}${shown}`;
  }
  const text = textOf(data);
  if (text !== undefined) return text;
  if (halt === Halt.invalidOpcode) return `EvmError: ${invalidOpcode(detail)}`;
  if (halt === Halt.outOfGas && detail === LACKS.memory) return 'EvmError: MemoryOOG';
  if (halt === Halt.outOfGas && detail === LACKS.memoryLimit) return 'EvmError: MemoryLimitOOG';
  if (halt !== Halt.none) return `EvmError: ${HALTS[halt] ?? 'Revert'}`;
  return data.length === 0 ? '<empty revert data>' : `custom error bytes ${bytesToHex(data)}`;
}

/** Returns whether a call ended at INVALID itself, where a failed `assert` ended before solc 0.8; `detail` is the name of an invalid opcode. */
export function endedAtInvalid(halt: Halt, detail = ''): boolean {
  return halt === Halt.invalidOpcode && (detail === '' || detail === 'INVALID');
}

/** INVALID itself, a byte that no fork defines, or an instruction of a later fork. */
function invalidOpcode(name: string): string {
  if (endedAtInvalid(Halt.invalidOpcode, name)) return 'InvalidFEOpcode';
  return name.endsWith('not defined') ? 'OpcodeNotFound' : 'NotActivated';
}

/** Returns what two reverts are compared by: the text of an error with one, else all of the data. */
export function comparedRevert(data: Uint8Array): Uint8Array {
  if (data.length < 4 || !STRING_ERRORS.includes(bytesToHex(data.subarray(0, 4)))) return data;
  return decodeBytes(data.subarray(4)) ?? data;
}

/** Returns revert data in words where nothing is known of it. */
export function plainData(data: Uint8Array): string {
  return decodeText(data) ?? (data.every((byte) => byte < 128) ? (utf8(data) ?? '') : bytesToHex(data));
}

function textOf(data: Uint8Array): string | undefined {
  const decoded = decodeText(data);
  if (decoded !== undefined && decoded !== '') return decoded;
  return data.length > 0 && data.every((byte) => byte < 128) ? utf8(data) : undefined;
}

function decodeText(data: Uint8Array): string | undefined {
  const bytes = decodeBytes(data);
  return bytes && utf8(bytes);
}

function decodeBytes(data: Uint8Array): Uint8Array | undefined {
  if (data.length < 64) return undefined;
  const word = (at: number) => Number(BigInt(bytesToHex(data.subarray(at, at + 32))));
  const offset = word(0);
  if (offset + 32 > data.length) return undefined;
  const length = word(offset);
  const start = offset + 32;
  return start + length > data.length ? undefined : data.subarray(start, start + length);
}

function utf8(data: Uint8Array): string | undefined {
  let text = '%';
  for (const byte of data) text += `${byte.toString(16).padStart(2, '0')}%`;
  try {
    return decodeURIComponent(text.slice(0, -1));
  } catch {
    return undefined;
  }
}
