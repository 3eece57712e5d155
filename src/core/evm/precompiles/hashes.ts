/** 0x02 and 0x03: hashes. */
import { ripemd160 as ripemd } from '@noble/hashes/legacy.js';
import { sha256 as sha } from '@noble/hashes/sha2.js';
import { charge, type Precompile } from './result';

const words = (input: Uint8Array) => Math.ceil(input.length / 32);

export const sha256: Precompile = (input, gas) => charge(60 + 12 * words(input), gas, () => sha(input));

export const ripemd160: Precompile = (input, gas) =>
  charge(600 + 120 * words(input), gas, () => {
    const output = new Uint8Array(32);
    output.set(ripemd(input), 12);
    return output;
  });
