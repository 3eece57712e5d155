/** Codes that a witness hands on from one execution to the next. */
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { State } from '../../../src/core/evm/state/state';
import { stateOf, takeWitness } from '../../../src/core/evm/state/witness';
import { toBytes } from '../../../src/core/evm/words/words';
import { bytes, limbs, OTHER, TARGET } from './scene';

function supply(state: State, address: Uint8Array, code: Uint8Array): void {
  state.supplyAccount(address, { balance: limbs(0n), nonce: 1n, code, exists: true });
}

function hashes({ codes }: State): string[] {
  return codes.map(({ hash }) => {
    const word = new Uint8Array(32);
    toBytes(hash, 0, word, 0);
    return `0x${Buffer.from(word).toString('hex')}`;
  });
}

test('are made once, whatever becomes of the bytes that were given first', () => {
  const state = new State();
  const given = bytes('60016002');
  supply(state, TARGET, given);
  const [, first] = state.codes;
  given[0] = 0xfe;
  supply(state, OTHER, given);
  expect(hashes(state)).toEqual(['0x', '0x60016002', '0xfe016002'].map((code) => keccak256(code as `0x${string}`)));

  const next = stateOf(takeWitness(state, new Map()));
  expect(next.codes[1]).toBe(first);
  expect(hashes(next)).toEqual(hashes(state));
  expect(first?.bytes).toEqual(bytes('60016002'));
});
