import { expect, test } from 'vitest';
import { modexp } from '../../../../src/core/evm/precompiles/modexp';
import { Fork } from '../../../../src/core/evm/rules/forks';
import { bytes } from '../scene';

const hex = (value: number | bigint, length: number) => value.toString(16).padStart(2 * length, '0');
/** 2^61 - 1, a prime. */
const PRIME = 2n ** 61n - 1n;

/** Returns base ^ exponent mod modulus, the exponent in hex. */
function powerOf(base: number, exponent: string, modulus: bigint): bigint {
  const lengths = [1, exponent.length / 2, 8].map((length) => hex(length, 32)).join('');
  const result = modexp(bytes(lengths + hex(base, 1) + exponent + hex(modulus, 8)), 10_000_000, Fork.prague);
  if (!result.ok) throw new Error(result.error ?? 'out of gas');
  return BigInt(`0x${Buffer.from(result.output).toString('hex')}`);
}

test('an exponent is read from its highest bit, zeros before it change nothing', () => {
  expect(powerOf(3, '0b', 1000n)).toBe(3n ** 11n % 1000n);
  expect(powerOf(3, '0000000100', PRIME)).toBe(3n ** 256n % PRIME);
  expect(powerOf(7, '00', PRIME)).toBe(1n);
  expect(powerOf(0, '01', PRIME)).toBe(0n);
  expect(powerOf(0, '', PRIME)).toBe(1n);
  expect(powerOf(7, 'ff', 1n)).toBe(0n);
});

test('an exponent of a megabyte takes time that grows with its length alone', () => {
  // By Fermat, 3 ^ (k (p - 1) + 5) = 3 ^ 5.
  const whole = (1n << 8_000_000n) * (PRIME - 1n) + 5n;
  const digits = whole.toString(16);
  expect(powerOf(3, digits.length % 2 ? `0${digits}` : digits, PRIME)).toBe(3n ** 5n);
});
