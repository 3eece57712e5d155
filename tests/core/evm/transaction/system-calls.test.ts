import { expect, test } from 'vitest';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { Stop } from '../../../../src/core/evm/run';
import { State } from '../../../../src/core/evm/state/state';
import { SystemExecution, systemCalls } from '../../../../src/core/evm/transaction/system-calls';
import { toBigInt } from '../../../../src/core/evm/words/words';
import { assemble, BLOCK, bytes, limbs } from '../scene';

const PARENT = new Uint8Array(32).fill(0x11);
const ROOT = new Uint8Array(32).fill(0x22);
const BEACON_ROOTS = bytes('000f3df6d732807ef1319fb7b8bb8522d0beac02');
const SYSTEM = bytes('fffffffffffffffffffffffffffffffffffffffe');

test('before Cancun there are none, before Prague only the beacon root', () => {
  const addressesAt = (fork: Fork, root?: Uint8Array) =>
    systemCalls({ ...BLOCK, fork }, PARENT, root).map(({ address }) => Buffer.from(address).toString('hex'));
  expect(addressesAt(Fork.shanghai, ROOT)).toEqual([]);
  expect(addressesAt(Fork.cancun, ROOT)).toEqual(['000f3df6d732807ef1319fb7b8bb8522d0beac02']);
  expect(addressesAt(Fork.prague)).toEqual(['0000f90827f1c53a10cb7a02335b175320002935']);
  expect(addressesAt(Fork.prague, ROOT)).toHaveLength(2);
});

test('they name the slots of the ring buffers that they write', () => {
  const block = { ...BLOCK, number: 8192, timestamp: 8191 * 3 + 7 };
  const slots = systemCalls(block, PARENT, ROOT).map((call) => call.slots);
  expect(slots).toEqual([[7n, 8198n], [0n]]);
});

test('the contract is called by the system address, which pays and counts nothing', () => {
  const state = new State();
  const [call] = systemCalls(BLOCK, PARENT, ROOT);
  if (call === undefined) throw new Error('no call');
  const execution = new SystemExecution(state, BLOCK, call);
  const asked: string[] = [];
  // Slot 1 becomes the word it is called with, slot 2 the caller.
  const code = bytes(assemble('0 CALLDATALOAD 1 SSTORE CALLER 2 SSTORE'));
  for (let stop = execution.run(1000); stop !== Stop.done; stop = execution.run(1000)) {
    const { missing } = state;
    asked.push(missing?.kind ?? 'nothing');
    if (missing?.kind === 'account')
      state.supplyAccount(missing.address, { balance: limbs(0n), nonce: 1n, code, exists: true });
    if (missing?.kind === 'slot')
      state.supplySlot(state.indexOfAddress(missing.address), missing.key, new Uint8Array(32));
  }
  expect(asked).toEqual(['account', 'slot', 'slot']);
  const target = state.indexOfAddress(BEACON_ROOTS);
  const wordAt = (slot: bigint) => toBigInt(state.slots.current, state.slots.indexOf(target, limbs(slot), 0) << 3);
  expect(wordAt(1n)).toBe(BigInt(`0x${'22'.repeat(32)}`));
  expect(wordAt(2n)).toBe(BigInt(`0x${Buffer.from(SYSTEM).toString('hex')}`));
  const system = state.indexOfAddress(SYSTEM);
  expect(state.nonce[system]).toBe(0n);
  expect(state.exists(system)).toBe(false);
});

test('where the contract is not deployed nothing happens', () => {
  const state = new State();
  const [call] = systemCalls(BLOCK, PARENT, ROOT);
  if (call === undefined) throw new Error('no call');
  state.supplyAccount(BEACON_ROOTS, { balance: limbs(0n), nonce: 0n, code: bytes(''), exists: false });
  expect(new SystemExecution(state, BLOCK, call).run(1000)).toBe(Stop.done);
  expect(state.slots.length).toBe(0);
});
