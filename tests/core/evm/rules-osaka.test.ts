/** Rules of Osaka, which ethereum/tests does not cover: expectations from the EIPs. */
import { p256 } from '@noble/curves/nist.js';
import { beforeAll, expect, test } from 'vitest';
import { loadLibrary } from '../../../src/core/evm/precompiles/libraries';
import { precompileAt } from '../../../src/core/evm/precompiles/table';
import { BLOBS_BPO2, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import { State } from '../../../src/core/evm/state/state';
import { Execution } from '../../../src/core/evm/transaction/execution';
import type { TransactionInput } from '../../../src/core/evm/transaction/transaction-input';
import { assemble, BLOCK, bytes, limbs, supplyMissing, transaction } from './scene';

beforeAll(() => Promise.all([loadLibrary('modexp'), loadLibrary('p256')]));

const RETURN_TOP = '0 MSTORE 32 0 RETURN';

function execute(code: string, more: Partial<TransactionInput> = {}, fork: Fork = Fork.osaka) {
  const block = { ...BLOCK, fork, blobs: BLOBS_BPO2, gasLimit: 60_000_000 };
  const execution = new Execution(new State(), block, transaction(more), undefined);
  while (execution.run(1_000_000) !== Stop.done) supplyMissing(execution.state, { bb: assemble(code) });
  const { result, invalid } = execution;
  return { invalid, success: result?.success, gasUsed: result?.gasUsed, output: hexOf(result?.output) };
}

const hexOf = (data: Uint8Array = new Uint8Array(0)) => Buffer.from(data).toString('hex');
const word = (value: bigint | number) => value.toString(16).padStart(64, '0');

/** What the precompile answers: output and gas, or `refused`. */
function precompiled(address: number, input: string, fork: Fork = Fork.osaka): string {
  const result = precompileAt(fork, limbs(BigInt(address)), 0)?.run(bytes(input), 1e9, fork);
  if (result === undefined) return 'none';
  return result.ok ? `${hexOf(result.output)} for ${result.gas}` : 'refused';
}

test.each([
  [0n, 256],
  [1n, 255],
  [1n << 255n, 0],
  [(1n << 256n) - 1n, 0],
  [1n << 127n, 128],
  [0xffffffffn, 224],
])('CLZ of %d is %d (EIP-7939)', (value, zeros) => {
  const { output, gasUsed } = execute(`${value} CLZ ${RETURN_TOP}`);
  expect(output).toBe(word(zeros));
  // CLZ 5; five PUSHes, MSTORE and one word of memory, 3 each.
  expect(gasUsed).toBe(21_000 + 5 + 18);
});

test('CLZ is no instruction before Osaka', () => {
  const { success, gasUsed } = execute(`1 CLZ ${RETURN_TOP}`, {}, Fork.prague);
  expect({ success, gasUsed }).toEqual({ success: false, gasUsed: 1_000_000 });
});

test('a transaction may have 2^24 gas and no more (EIP-7825)', () => {
  expect(execute('STOP', { gasLimit: 16_777_216n }).success).toBe(true);
  expect(execute('STOP', { gasLimit: 16_777_217n }).invalid).toBe('transaction gas limit too high');
  expect(execute('STOP', { gasLimit: 16_777_217n }, Fork.prague).success).toBe(true);
});

test('a transaction carries at most six blobs, however many fit into the block (EIP-7594)', () => {
  const blobs = (count: number) => ({
    type: 3,
    maxFeePerBlobGas: 1n,
    blobHashes: Array.from({ length: count }, () => bytes(`01${'ab'.repeat(31)}`)),
  });
  expect(execute('STOP', blobs(6)).success).toBe(true);
  expect(execute('STOP', blobs(7)).invalid).toBe('blob gas used exceeds maximum allowance');
});

/** Input of MODEXP with operands of the given lengths: all bytes are `fill`. */
const modexp = (base: number, exponent: number, modulus: number, fill = 'ff') =>
  [base, exponent, modulus].map(word).join('') + fill.repeat(base + exponent + modulus);

test('MODEXP costs what EIP-7883 says', () => {
  const price = (input: string, fork?: Fork) => Number(precompiled(5, input, fork).split(' for ')[1]);
  expect(price(modexp(1, 1, 1, '02'))).toBe(500); // the least
  // Up to 32 bytes: 16 for each of 255 iterations.
  expect(price(modexp(32, 32, 32))).toBe(16 * 255);
  // 2 × 5² for 33 bytes.
  expect(price(modexp(33, 32, 33))).toBe(2 * 25 * 255);
  // An exponent of 64 bytes: 16 × 32 iterations more.
  expect(price(modexp(32, 64, 32))).toBe(16 * (16 * 32 + 255));
  expect(price(modexp(0, 0, 0))).toBe(500);
  // EIP-2565, before: 4² × 255 ÷ 3 and at least 200.
  expect(price(modexp(32, 32, 32), Fork.prague)).toBe(1360);
  expect(price(modexp(0, 0, 0), Fork.prague)).toBe(200);
});

test('MODEXP takes operands of 1,024 bytes and no longer ones (EIP-7823)', () => {
  expect(precompiled(5, modexp(1024, 1, 1, '01'))).toMatch(/^00 for /);
  expect(precompiled(5, modexp(1025, 1, 1, '01'))).toBe('refused');
  expect(precompiled(5, modexp(1, 1025, 1, '01'))).toBe('refused');
  expect(precompiled(5, modexp(1, 1, 1025, '01'))).toBe('refused');
  expect(precompiled(5, modexp(1025, 1, 1, '01'), Fork.prague)).toMatch(/^00 for /);
});

test('P256VERIFY answers one or nothing, for 6,900 gas (EIP-7951)', () => {
  const secret = bytes('11'.repeat(32));
  const hash = bytes('42'.repeat(32));
  const signature = hexOf(p256.sign(hash, secret, { prehash: false, lowS: false }));
  const [r, s] = [BigInt(`0x${signature.slice(0, 64)}`), BigInt(`0x${signature.slice(64)}`)];
  const key = hexOf(p256.getPublicKey(secret, false)).slice(2);
  const order = p256.Point.Fn.ORDER;
  const ask = (...parts: (string | bigint)[]) =>
    precompiled(0x100, parts.map((part) => (typeof part === 'string' ? part : word(part))).join(''));
  const yes = `${word(1)} for 6900`;
  const no = ' for 6900';
  expect(ask(hexOf(hash), r, s, key)).toBe(yes);
  // Both halves of the range of s are valid.
  expect(ask(hexOf(hash), r, order - s, key)).toBe(yes);
  expect(ask('43'.repeat(32), r, s, key)).toBe(no);
  expect(ask(hexOf(hash), 0n, s, key)).toBe(no);
  expect(ask(hexOf(hash), r, 0n, key)).toBe(no);
  expect(ask(hexOf(hash), order, s, key)).toBe(no);
  expect(ask(hexOf(hash), r + order, s, key)).toBe(no);
  // No point of the curve, and the point at infinity.
  expect(ask(hexOf(hash), r, s, 1n, 1n)).toBe(no);
  expect(ask(hexOf(hash), r, s, 0n, 0n)).toBe(no);
  // Not 160 bytes.
  expect(ask(hexOf(hash), r, s, key.slice(2))).toBe(no);
  expect(ask(hexOf(hash), r, s, key, '00')).toBe(no);
  expect(precompiled(0x100, '', Fork.prague)).toBe('none');
});
