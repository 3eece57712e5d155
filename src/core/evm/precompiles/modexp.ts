/** 0x05: modular exponentiation (EIP-198), priced by EIP-2565 and EIP-7883, bounded by EIP-7823. */
import { Fork } from '../rules/forks';
import { charge, EMPTY, fromBigInt, type Precompile, slice, toBigInt } from './result';

/** A length beyond this cannot be paid for, and its arithmetic stays exact. */
const BEYOND_PAY = 1n << 40n;

export const modexp: Precompile = (input, gas, fork) => {
  const lengths = [0, 32, 64].map((at) => toBigInt(slice(input, at, 32)));
  const [baseLength, exponentLength, modulusLength] = lengths;
  // EIP-7823: at most 1,024 bytes each.
  if (fork >= Fork.osaka && lengths.some((length) => length > 1024n))
    return { ok: false, error: 'one or more of base/exponent/modulus length exceeded 1024 bytes' };
  if (fork < Fork.osaka && baseLength === 0n && modulusLength === 0n) {
    return charge(fork >= Fork.berlin ? 200 : 0, gas, () => EMPTY);
  }
  // The first 32 bytes of the exponent; a base too long to be there leaves zeros.
  const head =
    baseLength > BEYOND_PAY
      ? 0n
      : toBigInt(slice(input, 96 + Number(baseLength), exponentLength > 32n ? 32 : Number(exponentLength)));
  const price = priceOf(baseLength, exponentLength, modulusLength, head, fork);
  if (price > BigInt(Math.floor(gas))) return { ok: false };
  return charge(Number(price), gas, () => {
    const base = Number(baseLength);
    const exponent = Number(exponentLength);
    const modulus = Number(modulusLength);
    if (modulus === 0) return EMPTY;
    const m = toBigInt(slice(input, 96 + base + exponent, modulus));
    if (m === 0n) return new Uint8Array(modulus);
    return fromBigInt(power(toBigInt(slice(input, 96, base)), slice(input, 96 + base, exponent), m), modulus);
  });
};

function priceOf(base: bigint, exponent: bigint, modulus: bigint, head: bigint, fork: Fork): bigint {
  const longest = base > modulus ? base : modulus;
  const headBits = BigInt(head === 0n ? 0 : head.toString(2).length - 1);
  const perByte = fork >= Fork.osaka ? 16n : 8n;
  const iterations = exponent > 32n ? perByte * (exponent - 32n) + headBits : headBits;
  const count = iterations > 1n ? iterations : 1n;
  if (fork >= Fork.osaka) {
    // EIP-7883
    const words = (longest + 7n) / 8n;
    const complexity = longest <= 32n ? 16n : 2n * words * words;
    const price = complexity * count;
    return price > 500n ? price : 500n;
  }
  if (fork >= Fork.berlin) {
    // EIP-2565
    const words = (longest + 7n) / 8n;
    const price = (words * words * count) / 3n;
    return price > 200n ? price : 200n;
  }
  // EIP-198
  let complexity = longest * longest;
  if (longest > 1024n) complexity = complexity / 16n + 480n * longest - 199680n;
  else if (longest > 64n) complexity = complexity / 4n + 96n * longest - 3072n;
  return (complexity * count) / 20n;
}

/** Returns base ^ exponent mod modulus. Linear in the length of the exponent, which a short modulus makes cheap: it may have megabytes. */
function power(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  const factor = base % modulus;
  let result = 1n % modulus;
  for (const byte of exponent) {
    if (byte === 0 && result < 2n) continue; // its square is itself
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      result = (result * result) % modulus;
      if (byte & bit) result = (result * factor) % modulus;
    }
  }
  return result;
}
