/** Gas that depends on operands and state, by fork. Constant parts stand in opcodes.ts. */
import { Fork } from './forks';

const COLD_SLOT = 2100; // EIP-2929
export const WARM_ACCESS = 100;
const LISTED_SLOT = 1900; // EIP-2930
const STORE_SET = 20000;
export const CALL_STIPEND = 2300;
export const NEW_ACCOUNT = 25000;
export const CODE_DEPOSIT = 200; // per byte, before Amsterdam
export const KECCAK_WORD = 6;
export const COPY_WORD = 3;
export const INIT_CODE_WORD = 2; // EIP-3860
export const LOG_DATA = 8; // per byte
/** The most gas that execution may use in one transaction (EIP-7825); what is beyond it pays for state alone (EIP-8037). */
export const MAX_EXECUTION_GAS = 16777216;

/** Prices and bounds that Amsterdam or a chain's protocol changed. Gas, and bytes. */
export type Prices = {
  coldAccount: number;
  /** SLOAD where it is the first to reach its slot. */
  coldLoad: number;
  /** Gas that SSTORE costs in addition where it is the first to reach its slot. */
  coldStore: number;
  /** SSTORE where it fills an empty slot, before Amsterdam. */
  storeSet: number;
  /** Bytes that all frames may have together where a word of memory costs half a unit (Monad's MIP-3); 0 where memory is as on Ethereum. */
  linearMemory: number;
  /** A call that carries value. */
  callValue: number;
  create: number;
  /** EXTCODESIZE and EXTCODECOPY, for looking at the code as well. */
  codeRead: number;
  maxCodeSize: number;
  maxInitCodeSize: number;
};

const PRICES: Prices = {
  coldAccount: 2600, // EIP-2929
  coldLoad: COLD_SLOT,
  coldStore: COLD_SLOT,
  storeSet: STORE_SET,
  linearMemory: 0,
  callValue: 9000,
  create: 32000,
  codeRead: 0,
  maxCodeSize: 24576, // EIP-170
  maxInitCodeSize: 49152, // EIP-3860
};

/** Gas of EIP-8038 (draft of 2026-08-04), sizes of EIP-7954 (draft of 2026-07-08). */
const AMSTERDAM_PRICES: Prices = {
  coldAccount: 3000,
  coldLoad: COLD_SLOT,
  coldStore: COLD_SLOT,
  storeSet: STORE_SET,
  linearMemory: 0,
  callValue: 11300, // ACCOUNT_WRITE and the stipend
  create: 12000, // CREATE_ACCESS; the account itself is state gas
  codeRead: WARM_ACCESS,
  maxCodeSize: 65536,
  maxInitCodeSize: 131072,
};

export function pricesOf(fork: Fork): Prices {
  return fork >= Fork.amsterdam ? AMSTERDAM_PRICES : PRICES;
}

/** Returns the prices of a block of any chain. */
export function pricesIn({ fork, protocol }: { fork: Fork; protocol?: { prices?: Partial<Prices> } }): Prices {
  const prices = pricesOf(fork);
  return protocol?.prices === undefined ? prices : { ...prices, ...protocol.prices };
}

/** Gas of a write to an account that no other price includes (EIP-8038). */
export const ACCOUNT_WRITE = 9000;
const STORAGE_WRITE = 10000; // EIP-8038
const STORAGE_CLEAR_REFUND = 11616;

/** A memory this large costs more gas than any transaction has; larger is out of gas. */
export const MAX_MEMORY = 0x3fffffff;

/** Returns the gas of `words` 32-byte words of memory in total (Yellow Paper, appendix G). */
export function memoryGas(words: number): number {
  return 3 * words + Math.floor((words * words) / 512);
}

/** Returns the end of the range in bytes, 0 for an empty range; Infinity and rounded where the numbers are. */
export function memoryEnd(offset: number, size: number): number {
  return size === 0 ? 0 : offset + size;
}

export function wordsOf(bytes: number): number {
  return Math.ceil(bytes / 32);
}

/** Returns the price of an access before Berlin: SLOAD, BALANCE, EXTCODESIZE and EXTCODECOPY, EXTCODEHASH, CALL (EIP-150, EIP-1884). */
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
 * Returns the price of SSTORE by fork, without the cold surcharge of EIP-2929:
 * Frontier's rule, EIP-1283 on Constantinople alone, EIP-2200 since Istanbul
 * with the prices of EIP-2929 (Berlin) and the refunds of EIP-3529 (London).
 * Not for Amsterdam. `coldStore` of the prices is the surcharge.
 */
export function storeGas(fork: Fork, shape: StoreShape, cost: StoreCost, { coldStore, storeSet } = PRICES): void {
  cost.refund = 0;
  if (fork < Fork.constantinople || fork === Fork.petersburg) {
    cost.gas = shape.currentZero && !shape.newZero ? 20000 : 5000;
    if (!shape.currentZero && shape.newZero) cost.refund = 15000;
    return;
  }
  const access = fork >= Fork.berlin ? WARM_ACCESS : fork >= Fork.istanbul ? 800 : 200;
  const reset = fork >= Fork.berlin ? 5000 - coldStore : 5000;
  const clear = fork >= Fork.london ? reset + LISTED_SLOT : 15000;
  if (shape.currentIsNew) {
    cost.gas = access;
    return;
  }
  if (shape.originalIsCurrent) {
    cost.gas = shape.originalZero ? storeSet : reset;
    if (!shape.originalZero && shape.newZero) cost.refund = clear;
    return;
  }
  cost.gas = access;
  if (!shape.originalZero) {
    if (shape.currentZero) cost.refund -= clear;
    else if (shape.newZero) cost.refund += clear;
  }
  if (shape.originalIsNew) cost.refund += (shape.originalZero ? storeSet : reset) - access;
}

/**
 * Returns the price of SSTORE since Amsterdam, all of it but what a new slot
 * costs in state gas (EIP-8038, draft of 2026-08-04). A cold slot costs what it
 * costs to reach in place of the warm price, not on top of it.
 */
export function storeGasByWrite(shape: StoreShape, isCold: boolean, cost: StoreCost): void {
  cost.gas = isCold ? COLD_SLOT : WARM_ACCESS;
  cost.refund = 0;
  if (shape.currentIsNew) return;
  if (shape.originalIsCurrent) cost.gas += STORAGE_WRITE;
  else if (shape.originalIsNew) cost.refund += STORAGE_WRITE;
  if (shape.originalZero) return;
  if (shape.currentZero) cost.refund -= STORAGE_CLEAR_REFUND;
  else if (shape.newZero) cost.refund += STORAGE_CLEAR_REFUND;
}
