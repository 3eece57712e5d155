/** Gas that depends on operands and state, by fork. Constant parts stand in opcodes.ts. */
import { Fork } from './forks';

export const COLD_ACCOUNT = 2600; // EIP-2929
export const COLD_SLOT = 2100;
export const WARM_ACCESS = 100;
export const CALL_VALUE = 9000;
export const CALL_STIPEND = 2300;
export const NEW_ACCOUNT = 25000;
export const CODE_DEPOSIT = 200; // per byte
export const KECCAK_WORD = 6;
export const COPY_WORD = 3;
export const INIT_CODE_WORD = 2; // EIP-3860
export const MAX_CODE_SIZE = 24576; // EIP-170
export const MAX_INIT_CODE_SIZE = 49152; // EIP-3860
export const LOG_DATA = 8; // per byte
/** A memory this large costs more gas than any transaction has; larger is out of gas. */
export const MAX_MEMORY = 0x3fffffff;

/** Gas of `words` 32-byte words of memory in total (Yellow Paper, appendix G). */
export function memoryGas(words: number): number {
  return 3 * words + Math.floor((words * words) / 512);
}

/** End of the range in bytes, 0 for an empty range; Infinity and rounded where the numbers are. */
export function memoryEnd(offset: number, size: number): number {
  return size === 0 ? 0 : offset + size;
}

export function wordsOf(bytes: number): number {
  return Math.ceil(bytes / 32);
}

/** Before Berlin: SLOAD, BALANCE, EXTCODESIZE and EXTCODECOPY, EXTCODEHASH, CALL (EIP-150, EIP-1884). */
export function flatAccess(fork: Fork, what: 'slot' | 'balance' | 'code' | 'codeHash' | 'call'): number {
  switch (what) {
    case 'slot':
      return fork >= Fork.istanbul ? 800 : fork >= Fork.tangerineWhistle ? 200 : 50;
    case 'balance':
      return fork >= Fork.istanbul ? 700 : fork >= Fork.tangerineWhistle ? 400 : 20;
    case 'code':
      return fork >= Fork.tangerineWhistle ? 700 : 20;
    case 'codeHash':
      return fork >= Fork.istanbul ? 700 : 400;
    case 'call':
      return fork >= Fork.tangerineWhistle ? 700 : 40;
  }
}

/** What an SSTORE costs and gives back. */
export type StoreCost = { gas: number; refund: number };

/** How original, current and new value of a slot relate; all that SSTORE gas depends on. */
export type StoreShape = {
  originalZero: boolean;
  currentZero: boolean;
  newZero: boolean;
  currentIsNew: boolean;
  originalIsCurrent: boolean;
  originalIsNew: boolean;
};

/**
 * SSTORE by fork, without the cold surcharge of EIP-2929: Frontier's rule,
 * EIP-1283 on Constantinople alone, EIP-2200 since Istanbul with the prices of
 * EIP-2929 (Berlin) and the refunds of EIP-3529 (London).
 */
export function storeGas(fork: Fork, shape: StoreShape, cost: StoreCost): void {
  cost.refund = 0;
  if (fork < Fork.constantinople || fork === Fork.petersburg) {
    cost.gas = shape.currentZero && !shape.newZero ? 20000 : 5000;
    if (!shape.currentZero && shape.newZero) cost.refund = 15000;
    return;
  }
  const access = fork >= Fork.berlin ? WARM_ACCESS : fork >= Fork.istanbul ? 800 : 200;
  const reset = fork >= Fork.berlin ? 5000 - COLD_SLOT : 5000;
  const clear = fork >= Fork.london ? 4800 : 15000;
  if (shape.currentIsNew) {
    cost.gas = access;
    return;
  }
  if (shape.originalIsCurrent) {
    cost.gas = shape.originalZero ? 20000 : reset;
    if (!shape.originalZero && shape.newZero) cost.refund = clear;
    return;
  }
  cost.gas = access;
  if (!shape.originalZero) {
    if (shape.currentZero) cost.refund -= clear;
    else if (shape.newZero) cost.refund += clear;
  }
  if (shape.originalIsNew) cost.refund += (shape.originalZero ? 20000 : reset) - access;
}
