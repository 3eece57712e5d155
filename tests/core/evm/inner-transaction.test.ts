/** A transaction that runs inside of another begins cold, and the outer one goes on from what it had (EIP-1153, EIP-2200, EIP-2929). */
import { expect, test } from 'vitest';
import { beginInner, endInner } from '../../../src/core/evm/state/inner-transaction';
import { keepState, restoreState } from '../../../src/core/evm/state/kept-state';
import { State } from '../../../src/core/evm/state/state';
import { setNumber, toBigInt } from '../../../src/core/evm/words/words';

const word = new Uint32Array(8);

/** A state with one account, a slot that was 1 before the transaction and is 2 in it, and 3 in transient storage. */
function running() {
  const state = new State();
  const account = state.supplyAccount(new Uint8Array(20).fill(1), {
    balance: new Uint32Array(8),
    nonce: 1n,
    code: new Uint8Array(0),
    exists: true,
  });
  state.supplySlot(account, new Uint8Array(32), number32(1));
  state.beginTransaction();
  const slot = state.slots.indexOf(account, new Uint32Array(8), 0);
  const transient = () => state.transient.indexOf(account, new Uint32Array(8), 0);
  state.warmSlot(slot);
  set(state, slot, 2);
  setNumber(word, 0, 3);
  state.setTransient(transient(), word, 0);
  return { state, account, slot, transient };
}

function number32(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  bytes[31] = value;
  return bytes;
}

function set(state: State, slot: ReturnType<typeof running>['slot'], value: number): void {
  setNumber(word, 0, value);
  state.setSlot(slot, word, 0);
}

const held = (column: Uint32Array, at: number) => Number(toBigInt(column, at * 8));

test('it begins cold, with its own original values and without transient storage', () => {
  const { state, slot, account, transient } = running();
  beginInner(state);
  expect(held(state.slots.original, slot)).toBe(2);
  expect(state.transient.has(account)).toBe(false);
  expect(held(state.transient.current, transient())).toBe(0);
  expect(state.warmSlot(slot)).toBe(true);
});

test('the outer one goes on: what either reached is warm, and the rest is as it was', () => {
  const { state, slot, account, transient } = running();
  beginInner(state);
  state.warmAccount(account);
  set(state, slot, 5);
  setNumber(word, 0, 8);
  state.setTransient(transient(), word, 0);
  endInner(state);
  expect(held(state.slots.original, slot)).toBe(1);
  expect(held(state.slots.current, slot)).toBe(5);
  expect(held(state.transient.current, transient())).toBe(3);
  expect([state.warmSlot(slot), state.warmAccount(account)]).toEqual([false, false]);
});

test('going back to a step inside of it, or before it, has what was true then', () => {
  const { state, slot, transient } = running();
  const before = keepState(state, undefined);
  beginInner(state);
  set(state, slot, 5);
  setNumber(word, 0, 8);
  state.setTransient(transient(), word, 0);
  const inside = keepState(state, before);
  endInner(state);
  set(state, slot, 6);

  const inner = restoreState(state, inside);
  const values = ({ slots, transient: own }: State) =>
    [slots.current, slots.original, own.current].map((column) => held(column, 0));
  expect(values(inner)).toEqual([5, 2, 8]);
  expect(inner.warmSlot(slot)).toBe(true);
  endInner(inner);
  expect(values(inner)).toEqual([5, 1, 3]);
  const outer = restoreState(state, before);
  expect(values(outer)).toEqual([2, 1, 3]);
  expect(outer.warmSlot(slot)).toBe(false);
});
