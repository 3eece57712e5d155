/**
 * Gas for what makes the state larger (EIP-8037, draft of 2026-07-31): new
 * slots, accounts, delegations and code are paid by the byte.
 *
 *     gas limit ─┬─ up to 2^24 ──→ frame.gas         executing; GAS shows it
 *                └─ the rest ────→ machine.stateGas  state alone
 *
 * State gas is taken from `machine.stateGas` first and from the frame's own gas
 * where that is used up. What was paid for is given back when it is undone, to
 * the frame's own gas first, as far as it was taken from there.
 */
import type { Machine } from '../machine';

const STATE_BYTE = 1530;
export const NEW_SLOT = 64 * STATE_BYTE;
export const NEW_ACCOUNT = 120 * STATE_BYTE;
/** The 23 bytes that delegate an account (EIP-7702). */
export const NEW_DELEGATION = 23 * STATE_BYTE;
/** Gas that a call by the protocol itself has for state: 16 slots. */
export const SYSTEM_STATE_GAS = 16 * NEW_SLOT;

/** Returns the state gas of `bytes` of deployed code. */
export function codeStateGas(bytes: number): number {
  return bytes * STATE_BYTE;
}

/** A frame, or the transaction around its frames. */
export type StatePayer = {
  gas: number;
  /** State gas taken here, less what was given back; below zero where a slot that a caller made was cleared. */
  stateUsed: number;
  /** The part of it that was taken from `gas`. */
  spilled: number;
};

/** Takes state gas; false, and nothing taken, where there is too little. */
export function chargeState(machine: Machine, payer: StatePayer, amount: number): boolean {
  const spill = amount - machine.stateGas;
  if (spill > payer.gas) return false;
  if (spill > 0) {
    payer.gas -= spill;
    payer.spilled += spill;
    machine.stateGas = 0;
  } else machine.stateGas -= amount;
  payer.stateUsed += amount;
  return true;
}

/** Gives state gas back for what did not come to be. */
export function refillState(machine: Machine, payer: StatePayer, amount: number): void {
  const repaid = Math.min(amount, payer.spilled);
  payer.gas += repaid;
  payer.spilled -= repaid;
  machine.stateGas += amount - repaid;
  payer.stateUsed -= amount;
}

/** Gives back all state gas of a frame that failed: what it did is undone. */
export function undoState(machine: Machine, payer: StatePayer): void {
  if (payer.stateUsed === 0 && payer.spilled === 0) return;
  machine.stateGas += payer.stateUsed - payer.spilled;
  payer.gas += payer.spilled;
  payer.stateUsed = payer.spilled = 0;
}

/** Hands on what a frame that succeeded took: undoing its caller undoes it, too. */
export function keepState(payer: StatePayer, { stateUsed, spilled }: Omit<StatePayer, 'gas'>): void {
  payer.stateUsed += stateUsed;
  payer.spilled += spilled;
}
