import { expect, test } from 'vitest';
import { hexToBytes } from '../../../src/core/chain/hex';
import type { Address } from '../../../src/core/chain/primitives';
import type { State } from '../../../src/core/evm/state/state';
import { StateHistory } from '../../../src/core/virtual/state-history';
import { UndoRecord } from '../../../src/core/virtual/undo-record';
import { ALICE } from './transfer';

/** Sets the nonce of an account, as a change of the block. */
function setNonce(history: StateHistory, number: number, nonce: bigint, address: Address = ALICE): void {
  const record = change(history, nonce, address);
  record.close(history.state);
  history.add(number, record);
}

function change({ state }: StateHistory, nonce: bigint, address: Address = ALICE): UndoRecord {
  const bytes = hexToBytes(address);
  if (!state.isKnown(state.indexOfAddress(bytes)))
    state.supplyAccount(bytes, { balance: new Uint32Array(8), nonce: 0n, exists: false, code: new Uint8Array() }, true);
  const record = new UndoRecord(state);
  state.beginTransaction();
  state.setNonce(state.indexOfAddress(bytes), nonce);
  state.endTransaction(true);
  record.take(state);
  return record;
}

const nonceIn = (state: State) => Number(state.nonce[state.indexOfAddress(hexToBytes(ALICE))]);

test('gives the state after each block, those changes included that were made by hand after it', () => {
  const history = new StateHistory(true);
  setNonce(history, 1, 10n);
  setNonce(history, 2, 20n);
  setNonce(history, 2, 21n);
  setNonce(history, 4, 40n);
  expect([0, 1, 2, 3, 4].map((number) => nonceIn(history.stateAfter(number)))).toEqual([0, 10, 21, 21, 40]);
  expect([0, 1, 2, 3, 4].map((number) => history.lengthAt(number))).toEqual([0, 1, 3, 3, 4]);
});

test('hands out states that nobody else changes', () => {
  const history = new StateHistory(true);
  setNonce(history, 1, 10n);
  setNonce(history, 2, 20n);
  const given = history.stateAfter(1);
  given.nonce[given.indexOfAddress(hexToBytes(ALICE))] = 99n;
  expect(nonceIn(history.stateAfter(1))).toBe(10);
  expect(nonceIn(history.state)).toBe(20);
});

test('goes back to the root that the state had', () => {
  const history = new StateHistory(true);
  setNonce(history, 1, 10n);
  const root = history.root();
  setNonce(history, 2, 20n);
  expect(history.root()).not.toBe(root);
  expect(nonceIn(history.stateAfter(1))).toBe(10);
  history.goBack(1);
  expect([history.length, nonceIn(history.state), history.root()]).toEqual([1, 10, root]);
});

test('keeps a change that it forgot', () => {
  const history = new StateHistory(true);
  setNonce(history, 0, 5n);
  history.forgetChanges();
  history.goBack(0);
  expect(nonceIn(history.state)).toBe(5);
});

test('undoes a change that was never taken in, in the root too', () => {
  const history = new StateHistory(true);
  setNonce(history, 1, 10n);
  const root = history.root();
  const record = change(history, 20n);
  expect(history.root(record)).not.toBe(root);
  history.takeBack(record);
  expect([history.length, nonceIn(history.state), history.root()]).toEqual([1, 10, root]);
});

test('has no root where parts of the state are not known', () => {
  const history = new StateHistory(false);
  setNonce(history, 1, 10n);
  expect(history.root()).toBeUndefined();
});
