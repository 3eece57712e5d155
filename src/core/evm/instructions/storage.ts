/** SLOAD, SSTORE and transient storage. */

import type { Frame } from '../frames/frame';
import { Halt } from '../frames/halt';
import { chargeState, NEW_SLOT, refillState } from '../frames/state-gas';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import type { SlotIndex } from '../state/slots';
import * as W from '../words/words';
import { OpcodeResult, raise } from './opcode-result';

const cost: Gas.StoreCost = { gas: 0, refund: 0 };
const shape: Gas.StoreShape = {
  originalZero: false,
  currentZero: false,
  newZero: false,
  currentIsNew: false,
  originalIsCurrent: false,
  originalIsNew: false,
};

/** Executes SLOAD. */
export function loadSlot(machine: Machine, frame: Frame): OpcodeResult {
  const { state, fork, prices, watcher } = machine;
  const { stack: s } = frame;
  const a = frame.sp - 8;
  const slot = state.slots.indexOf(frame.self, s, a);
  if (!state.requireSlot(slot)) return OpcodeResult.missing;
  machine.interceptor?.slot(frame, slot, false);
  const warmed = fork >= Fork.berlin && state.warmSlot(slot);
  const price = fork < Fork.berlin ? Gas.flatAccess(fork, 'slot') : warmed ? prices.coldLoad : Gas.WARM_ACCESS;
  if (!frame.pay(price)) return raise(machine, Halt.outOfGas);
  if (watcher) watcher.storageRead(frame, slot, false);
  W.copy(state.slots.current, slot << 3, s, a);
  return OpcodeResult.done;
}

/** Executes SSTORE. */
export function storeSlot(machine: Machine, frame: Frame, gasBefore: number): OpcodeResult {
  const { state, fork, prices, watcher } = machine;
  const { slots } = state;
  const { stack: s, sp } = frame;
  // EIP-2200: no SSTORE with only the stipend left.
  if (fork >= Fork.istanbul && frame.gas <= Gas.CALL_STIPEND) {
    machine.detail = 'not enough gas for reentrancy sentry';
    return raise(machine, Halt.outOfGas);
  }
  const slot = slots.indexOf(frame.self, s, sp - 8);
  if (!state.requireSlot(slot)) return OpcodeResult.missing;
  machine.interceptor?.slot(frame, slot, true);
  const at = slot << 3;
  const b = sp - 16;
  shape.originalZero = W.isZero(slots.original, at);
  shape.currentZero = W.isZero(slots.current, at);
  shape.newZero = W.isZero(s, b);
  shape.currentIsNew = W.equal(slots.current, at, s, b);
  shape.originalIsCurrent = W.equal(slots.original, at, slots.current, at);
  shape.originalIsNew = W.equal(slots.original, at, s, b);
  if (fork >= Fork.amsterdam) return payByWrite(machine, frame, slot, gasBefore);
  Gas.storeGas(fork, shape, cost, prices);
  const surcharge = fork >= Fork.berlin && state.warmSlot(slot) ? prices.coldStore : 0;
  if (!frame.pay(cost.gas + surcharge)) return raise(machine, Halt.outOfGas);
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  machine.refund += cost.refund;
  if (watcher) watcher.storageWrite(frame, slot, false);
  state.setSlot(slot, s, b);
  frame.sp = b;
  return OpcodeResult.done;
}

/** SSTORE since Amsterdam, from its price on: a new slot is paid in state gas, and paid back when it is cleared (EIP-8037). */
function payByWrite(machine: Machine, frame: Frame, slot: SlotIndex, gasBefore: number): OpcodeResult {
  const { state, watcher, stateGas } = machine;
  Gas.storeGasByWrite(shape, state.warmSlot(slot), cost);
  if (!frame.pay(cost.gas)) return raise(machine, Halt.outOfGas);
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  const isNew = shape.originalZero && shape.currentZero && !shape.newZero;
  if (isNew && !chargeState(machine, frame, NEW_SLOT)) return raise(machine, Halt.outOfGas);
  machine.refund += cost.refund;
  if (shape.originalZero && !shape.currentZero && shape.newZero) refillState(machine, frame, NEW_SLOT);
  // Below zero where more is given back than taken.
  const price = gasBefore - frame.gas + stateGas - machine.stateGas;
  if (watcher) {
    watcher.storageWrite(frame, slot, false);
    watcher.step(frame.pc, price);
  }
  const value = frame.sp - 16;
  state.setSlot(slot, frame.stack, value);
  frame.sp = value;
  return OpcodeResult.answered;
}

/** Executes TLOAD (EIP-1153). */
export function loadTransient({ state, watcher }: Machine, frame: Frame): OpcodeResult {
  const { stack: s } = frame;
  const a = frame.sp - 8;
  const slot = state.transient.indexOf(frame.self, s, a);
  if (watcher) watcher.storageRead(frame, slot, true);
  W.copy(state.transient.current, slot << 3, s, a);
  return OpcodeResult.done;
}

/** Executes TSTORE (EIP-1153). */
export function storeTransient(machine: Machine, frame: Frame): OpcodeResult {
  const { state, watcher } = machine;
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  const { stack: s, sp } = frame;
  const slot = state.transient.indexOf(frame.self, s, sp - 8);
  if (watcher) watcher.storageWrite(frame, slot, true);
  state.setTransient(slot, s, sp - 16);
  frame.sp = sp - 16;
  return OpcodeResult.done;
}
