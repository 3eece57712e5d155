/** Simpler values to try in the place of an input that makes a test fail. */

import type { AbiParameter } from 'viem';

/** Returns simpler values of the type to try in the place of one, the simplest first. */
export function smaller(value: unknown, parameter: AbiParameter): unknown[] {
  if (typeof value === 'boolean') return value ? [false] : [];
  if (typeof value === 'bigint' || typeof value === 'number') {
    const whole = BigInt(value);
    // Nearer and nearer to the value, so that a bound is found by halving.
    const tries = [0n];
    for (let part = whole / 2n; part !== 0n; part /= 2n) tries.push(whole - part);
    const back = (one: bigint) => (typeof value === 'number' ? Number(one) : one);
    return [...new Set(tries)].filter((one) => size(one) < size(whole)).map(back);
  }
  if (Array.isArray(value)) {
    if (/\[\d+\]$/.test(parameter.type) || value.length === 0) return [];
    return [[], value.slice(0, value.length >> 1), value.slice(1)];
  }
  if (parameter.type === 'string')
    return String(value) === '' ? [] : ['', String(value).slice(0, String(value).length >> 1)];
  if (parameter.type === 'bytes') {
    const text = String(value);
    return text.length <= 2 ? [] : ['0x', text.slice(0, 2 + ((text.length - 2) >> 2) * 2)];
  }
  if (parameter.type === 'address' && BigInt(String(value)) > 1n)
    return [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}1`];
  return [];
}

const size = (value: bigint) => (value < 0n ? -value : value);
