/** Inputs that precompiles accept, most of the time: random bytes alone never get past their checks. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Fork } from '../../src/core/evm/rules/forks';
import type { Random } from './random';

type Maker = { address: number; since: Fork; make: (random: Random) => Uint8Array };

const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const number = (value: bigint | number, length: number): Uint8Array =>
  Uint8Array.from(Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex'));
const scalar = (random: Random, length = 32): Uint8Array =>
  random.chance(0.3) ? number(random.below(4), length) : random.bytes(length);

function bn254G1(random: Random): Uint8Array {
  if (random.chance(0.1)) return new Uint8Array(64);
  const { x, y } = bn254.G1.Point.BASE.multiply(BigInt(1 + random.below(1000))).toAffine();
  return joined(number(x, 32), number(y, 32));
}

function bn254G2(random: Random): Uint8Array {
  if (random.chance(0.1)) return new Uint8Array(128);
  const { x, y } = bn254.G2.Point.BASE.multiply(BigInt(1 + random.below(1000))).toAffine();
  return joined(number(x.c1, 32), number(x.c0, 32), number(y.c1, 32), number(y.c0, 32));
}

function blsG1(random: Random): Uint8Array {
  if (random.chance(0.1)) return new Uint8Array(128);
  const { x, y } = bls12_381.G1.Point.BASE.multiply(BigInt(1 + random.below(1000))).toAffine();
  return joined(number(x, 64), number(y, 64));
}

function blsG2(random: Random): Uint8Array {
  if (random.chance(0.1)) return new Uint8Array(256);
  const { x, y } = bls12_381.G2.Point.BASE.multiply(BigInt(1 + random.below(1000))).toAffine();
  return joined(number(x.c0, 64), number(x.c1, 64), number(y.c0, 64), number(y.c1, 64));
}

function several(random: Random, make: () => Uint8Array): Uint8Array {
  return joined(...Array.from({ length: 1 + random.below(2) }, make));
}

function recovery(random: Random): Uint8Array {
  const hash = random.bytes(32);
  const signature = secp256k1.sign(hash, number(1 + random.below(1000), 32), { prehash: false, format: 'recovered' });
  return joined(hash, number(27 + (signature[0] ?? 0), 32), signature.subarray(1));
}

function p256Signature(random: Random): Uint8Array {
  const secret = number(1 + random.below(1000), 32);
  const hash = random.bytes(32);
  return joined(hash, p256.sign(hash, secret, { prehash: false }), p256.getPublicKey(secret, false).subarray(1));
}

function modexp(random: Random): Uint8Array {
  // EIP-7823 ends lengths at 1,024; what is longer than the input counts as zeros.
  const length = () => random.pick([0, 1, 2, 31, 32, 33, 64, 100, 1023, 1024, 1025]);
  const [base, exponent, modulus] = [length(), length(), length()];
  const lengths = joined(number(base, 32), number(exponent, 32), number(modulus, 32));
  if (random.chance(0.05)) lengths[random.below(96)] = 1 + random.below(255);
  return joined(lengths, random.bytes(random.below(120)));
}

function blake2f(random: Random): Uint8Array {
  return joined(number(random.below(40), 4), random.bytes(208), number(random.below(random.chance(0.1) ? 3 : 2), 1));
}

const MAKERS: readonly Maker[] = [
  { address: 0x01, since: Fork.frontier, make: recovery },
  { address: 0x05, since: Fork.byzantium, make: modexp },
  { address: 0x06, since: Fork.byzantium, make: (random) => joined(bn254G1(random), bn254G1(random)) },
  { address: 0x07, since: Fork.byzantium, make: (random) => joined(bn254G1(random), scalar(random)) },
  {
    address: 0x08,
    since: Fork.byzantium,
    make: (random) => several(random, () => joined(bn254G1(random), bn254G2(random))),
  },
  { address: 0x09, since: Fork.istanbul, make: blake2f },
  { address: 0x0b, since: Fork.prague, make: (random) => joined(blsG1(random), blsG1(random)) },
  {
    address: 0x0c,
    since: Fork.prague,
    make: (random) => several(random, () => joined(blsG1(random), scalar(random))),
  },
  { address: 0x0d, since: Fork.prague, make: (random) => joined(blsG2(random), blsG2(random)) },
  {
    address: 0x0e,
    since: Fork.prague,
    make: (random) => several(random, () => joined(blsG2(random), scalar(random))),
  },
  { address: 0x0f, since: Fork.prague, make: (random) => several(random, () => joined(blsG1(random), blsG2(random))) },
  { address: 0x10, since: Fork.prague, make: (random) => joined(new Uint8Array(17), random.bytes(47)) },
  {
    address: 0x11,
    since: Fork.prague,
    make: (random) => joined(new Uint8Array(17), random.bytes(47), new Uint8Array(17), random.bytes(47)),
  },
  { address: 0x100, since: Fork.osaka, make: p256Signature },
];

/** Returns a precompile of the fork, and an input for it: mostly valid, sometimes with a byte changed, cut off or too long. */
export function precompileInput(random: Random, fork: Fork): { address: number; input: Uint8Array } {
  const { address, make } = random.pick(MAKERS.filter(({ since }) => since <= fork));
  const input = make(random);
  if (random.chance(0.15) && input.length > 0) input[random.below(input.length)] = random.below(256);
  if (random.chance(0.1)) return { address, input: input.subarray(0, random.below(input.length + 1)) };
  return { address, input: random.chance(0.1) ? joined(input, random.bytes(1 + random.below(40))) : input };
}
