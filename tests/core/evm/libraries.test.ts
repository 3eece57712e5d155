import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test, vi } from 'vitest';
import { isLoaded, type Library, loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { assemble, BLOCK, bytes, supplyMissing, transaction } from './scene';

// What was loaded stays loaded: these need modules that no other file has used.
vi.hoisted(() => vi.resetModules());

/** Runs to the end; answers what of the precompiles' code was loaded on the way, and the step it was at. */
async function run(more: Partial<TransactionInput>, code: string) {
  const execution = new Execution(new State(), BLOCK, transaction(more), undefined);
  const loads: string[] = [];
  for (;;) {
    const stop = execution.run(1_000_000);
    if (stop === Stop.done) break;
    const { missing } = execution.state;
    if (missing?.kind === 'library') {
      loads.push(`${missing.library} at step ${execution.machine?.steps ?? 'none'}`);
      await loadLibrary(missing.library);
    } else supplyMissing(execution.state, { bb: code });
  }
  return { loads, output: Buffer.from(execution.result?.output ?? []).toString('hex'), result: execution.result };
}

// Hands its calldata to the precompile and returns what that answers, or nothing when it fails.
const relay = (precompile: number) =>
  assemble(`CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${precompile} GAS STATICCALL @ok JUMPI STOP
    :ok RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`);
const none: readonly Library[] = [];
const loadedNow = () => (['secp256k1', 'hashes', 'blake2', 'p256', 'bn254', 'bls12', 'kzg'] as const).filter(isLoaded);

// The zero polynomial: commitment and proof are the point at infinity, and it is 0 everywhere.
const INFINITY = `c0${'00'.repeat(47)}`;
const HASH = `01${Buffer.from(sha256(bytes(INFINITY)))
  .toString('hex')
  .slice(2)}`;
const OPENING = `${HASH}${'00'.repeat(31)}05${'00'.repeat(32)}${INFINITY}${INFINITY}`;

test('a transaction that needs neither hashes nor curves loads none', async () => {
  const { loads } = await run({ data: bytes('61') }, relay(4));
  expect(loads).toEqual([]);
  expect(loadedNow()).toEqual(none);
});

test('the code that checks KZG proofs is loaded at the call of 0x0a, which then runs', async () => {
  const { loads, output } = await run({ data: bytes(OPENING) }, relay(0x0a));
  expect(loads).toEqual(['kzg at step 10']);
  // FIELD_ELEMENTS_PER_BLOB and BLS_MODULUS (EIP-4844)
  expect(output).toBe(`${'00'.repeat(30)}100073eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`);
  expect(loadedNow()).toEqual(['kzg']);
});

test('a wrong value at the point takes all gas of the call', async () => {
  const wrong = `${OPENING.slice(0, 190)}01${OPENING.slice(192)}`;
  const { output, result } = await run({ data: bytes(wrong) }, relay(0x0a));
  expect(output).toBe('');
  expect(result?.gasUsed).toBeGreaterThan(970_000);
});

test('a transaction to a precompile loads its code before it begins', async () => {
  const { loads, result } = await run({ to: bytes(`${'00'.repeat(19)}08`) }, '');
  expect(loads).toEqual(['bn254 at step none']);
  // No pair at all has product one (EIP-197), at 45,000 gas (EIP-1108).
  expect(Buffer.from(result?.output ?? []).toString('hex')).toBe(`${'00'.repeat(31)}01`);
  expect(result?.gasUsed).toBe(21_000 + 45_000);
  expect(loadedNow()).toEqual(['bn254', 'kzg']);
});

test('BLS12-381 is loaded for EIP-2537', async () => {
  const { loads, output } = await run({ data: new Uint8Array(256) }, relay(0x0b));
  expect(loads).toEqual(['bls12 at step 10']);
  expect(output).toBe('00'.repeat(128));
});

test('the code that recovers signers is loaded at the call of 0x01', async () => {
  const { loads, output } = await run({ data: new Uint8Array(128) }, relay(0x01));
  expect(loads).toEqual(['secp256k1 at step 10']);
  // v is neither 27 nor 28: the answer is empty (Yellow Paper, appendix E).
  expect(output).toBe('');
});

test('the code of BLAKE2b is loaded at the call of 0x09', async () => {
  const state = `48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b`;
  const input = `00000000${state}616263${'00'.repeat(125)}03${'00'.repeat(15)}01`;
  const { loads, output } = await run({ data: bytes(input) }, relay(0x09));
  expect(loads).toEqual(['blake2 at step 10']);
  // Test vector 4 of EIP-152
  expect(output).toBe(
    '08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b',
  );
});
