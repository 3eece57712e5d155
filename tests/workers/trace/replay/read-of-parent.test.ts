import { expect, test } from 'vitest';
import { bytesToHex, hexToBytes, wordHex } from '../../../../src/core/chain/hex';
import { State } from '../../../../src/core/evm/state/state';
import { takeWitness } from '../../../../src/core/evm/state/witness';
import { readOfParent } from '../../../../src/workers/trace/replay/read-of-parent';

const ADDRESS = new Uint8Array(20).fill(0xbe);
const call = { address: ADDRESS, input: new Uint8Array(32), slots: [7n], written: [5n] };

/** What a transaction read that found slots 7 and 8 of the contract that the block calls first. */
function readWith(code: Uint8Array, seventh: number) {
  const state = new State();
  const account = state.supplyAccount(ADDRESS, { balance: new Uint32Array(8), nonce: 1n, code, exists: true }, false);
  for (const [key, value] of [
    [7, seventh],
    [8, 3],
  ] as const)
    state.supplySlot(account, hexToBytes(wordHex(key)), hexToBytes(wordHex(value)));
  return readOfParent(state, takeWitness(state, new Map()), [call]);
}

const slot = (key: number, value: number) => ({
  address: bytesToHex(ADDRESS),
  key: wordHex(key),
  value: wordHex(value),
});

test('what the block writes before its first transaction follows from the header, and is left out', () => {
  expect(readWith(Uint8Array.of(0), 5)).toMatchObject({ slots: [slot(8, 3)] });
});

test.each([
  ['the value before', 4],
  ['nothing', 0],
])('a slot that the block overwrites, but was read with %s, is not what the transaction found', (_, value) => {
  expect(readWith(Uint8Array.of(0), value)).toMatch(/another value than the block itself writes/);
});

test('where no contract is, the block writes nothing, and the slot is as the block before left it', () => {
  expect(readWith(new Uint8Array(0), 0)).toMatchObject({ slots: [slot(8, 3), slot(7, 0)] });
});
