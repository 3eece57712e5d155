/**
 * Programs for the corners of the rules, which random instructions hardly
 * reach: the depth of calls, the sizes of code, memory near the limit of gas,
 * jumps into data, refunds, the stipend, and precompiles with inputs they take.
 */
import { Fork } from '../../src/core/evm/rules/forks';
import { precompileInput } from './precompile-inputs';
import type { Random } from './random';

/** Bytecode, and the gas it takes to get into its corner, where the usual amounts do not do. */
export type Corner = { code: Uint8Array; gas?: number };

type Maker = (random: Random, fork: Fork) => Corner;

const ADDRESS = 0x30;
const GAS = 0x5a;

/** PUSH of a number, as short as it goes. */
function push(value: number | bigint): number[] {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return [0x5f + bytes.length, ...bytes];
}

/** The kinds of calls that the fork has. */
function callCodes(fork: Fork): number[] {
  return [0xf1, 0xf2, ...(fork >= Fork.homestead ? [0xf4] : []), ...(fork >= Fork.byzantium ? [0xfa] : [])];
}

/** CALL and the like of nothing: `gas` and `to` are instructions that push them. */
function call(code: number, gas: readonly number[], to: readonly number[], value = 0): number[] {
  const withValue = code === 0xf1 || code === 0xf2;
  return [...push(0), ...push(0), ...push(0), ...push(0), ...(withValue ? push(value) : []), ...to, ...gas, code];
}

/** Calls itself as deep as it goes, and asks for all gas, some of it, or all but a 64th. */
const deep: Maker = (random, fork) => {
  // Before EIP-150 whoever asks for more than there is fails.
  const asked = fork >= Fork.tangerineWhistle ? [GAS] : [...push(700), GAS, 0x03];
  return {
    code: Uint8Array.from([
      ...call(random.pick(callCodes(fork)), asked, [ADDRESS]),
      0x50,
      ...push(random.below(4)),
      0x54, // SLOAD
    ]),
    gas: fork >= Fork.tangerineWhistle ? random.pick([1e6, 1e9, 1e12]) : random.pick([1e5, 4e6]),
  };
};

/** Creates with init code, and code left behind, around their greatest sizes, and with 0xEF first. */
const sizes: Maker = (random, fork) => {
  const near = (most: number) => most + random.below(3) - 1;
  const deployed = random.chance(0.5) ? near(24_576) : random.below(40);
  const first = random.chance(0.3) ? 0xef : random.below(256);
  // MSTORE8(0, first), RETURN(0, deployed)
  const init = [...push(first), ...push(0), 0x53, ...push(deployed), ...push(0), 0xf3];
  const length = random.chance(0.5) ? near(49_152) : init.length;
  const two = fork >= Fork.constantinople && random.chance(0.5);
  const create = [
    ...(two ? push(random.below(2)) : []),
    ...push(length),
    ...push(0),
    ...push(random.below(2)),
    two ? 0xf5 : 0xf0,
  ];
  return {
    code: Uint8Array.from([
      ...push(BigInt(`0x${Buffer.from(init).toString('hex').padEnd(64, '0')}`)),
      ...push(0),
      0x52,
      ...create,
      ...create,
      0x3b, // EXTCODESIZE of what the second one answered
    ]),
    gas: random.pick([80_000, 5_100_000, 12_000_000]),
  };
};

/** Touches memory far out, at powers of two and beside them. */
const memory: Maker = (random, fork) => {
  const far = () =>
    push((1n << BigInt(random.pick([10, 14, 16, 18, 20, 22, 32, 37, 63, 64, 255]))) + BigInt(random.below(3)) - 1n);
  const near = () => push(random.below(70));
  const range = () => (random.chance(0.5) ? [...near(), ...far()] : [...far(), ...near()]);
  const recipes = [
    [...near(), ...far(), 0x52],
    [...far(), 0x51],
    [...near(), ...far(), 0x53],
    [...range(), 0x20],
    [...range(), 0xa0],
    [...range(), 0xf3],
    [...near(), ...near(), ...far(), 0x37],
    [...far(), ...far(), ...near(), 0x39],
    ...(fork >= Fork.byzantium
      ? [
          [...near(), ...near(), ...far(), 0x3e],
          [...far(), ...push(0), ...push(0), 0x3e],
          [...range(), 0xfd],
        ]
      : []),
    ...(fork >= Fork.cancun
      ? [
          [...near(), ...far(), ...near(), 0x5e],
          [...near(), ...near(), ...far(), 0x5e],
        ]
      : []),
    [...range(), ...range(), ...push(0), ADDRESS, GAS, 0xf1],
  ];
  const code = Array.from({ length: 1 + random.below(4) }, () => random.pick(recipes)).flat();
  return { code: Uint8Array.from(code), gas: random.pick([3_000, 50_000, 2_000_000]) };
};

/** Jumps to a JUMPDEST, to one that is the data of a push, and past the end. */
const jumps: Maker = (random) => {
  const target = 7 + random.below(7);
  const conditional = random.chance(0.5);
  return {
    code: Uint8Array.from([
      ...(conditional ? push(1) : [0x5b, 0x5b]),
      0x60,
      target,
      conditional ? 0x57 : 0x56,
      0x5b,
      0x61, // PUSH2 of two JUMPDESTs
      0x5b,
      0x5b,
      0x5b,
      random.pick([0x7f, 0x60, 0x5b]),
      0x5b,
      0x5b,
      0x00,
    ]),
  };
};

/** Sets slots, clears them and sets them again: refunds, and more of them than the cap gives back. */
const refunds: Maker = (random) => ({
  code: Uint8Array.from(
    Array.from({ length: 4 + random.below(20) }, () => [
      ...push(random.below(3)),
      ...push(random.below(4)),
      0x55,
    ]).flat(),
  ),
  // Below 2,300 left, SSTORE refuses (EIP-2200).
  gas: random.chance(0.3) ? 2_000 + random.below(6_000) : 600_000,
});

/** Sends value with next to no gas: what is called has the stipend alone. */
const stipend: Maker = (random) => ({
  code: Uint8Array.from(
    Array.from({ length: 3 }, () => {
      const to = random.chance(0.7)
        ? [0x73, ...new Uint8Array(20).fill(0xc0 + random.below(3))]
        : push(BigInt(`0x${Buffer.from(random.bytes(20)).toString('hex')}`));
      return call(random.pick([0xf1, 0xf2]), push(random.below(10)), to, random.below(3));
    }).flat(),
  ),
});

/** Calls precompiles with what they take, and returns what the last one answered. */
const precompiles: Maker = (random, fork) => {
  const code: number[] = [];
  for (let calls = 1 + random.below(3); calls > 0; calls--) {
    const { address, input } = precompileInput(random, fork);
    for (let at = 0; at < input.length; at += 32)
      code.push(
        0x7f,
        ...Buffer.from(input.subarray(at, at + 32)),
        ...new Uint8Array(Math.max(0, at + 32 - input.length)),
        ...push(at),
        0x52,
      );
    const kind = random.pick(callCodes(fork));
    const withValue = kind === 0xf1 || kind === 0xf2;
    code.push(...push(random.below(300)), ...push(0), ...push(input.length), ...push(0));
    if (withValue) code.push(...push(random.chance(0.9) ? 0 : 1));
    code.push(...push(address), ...push(random.chance(0.8) ? 300_000 : random.below(50_000)), kind);
    if (fork >= Fork.byzantium) code.push(0x3d, ...push(0), ...push(0), 0x3e); // RETURNDATACOPY of all of it
  }
  return { code: Uint8Array.from([...code, ...push(320), ...push(0), 0xf3]), gas: 1_500_000 };
};

/** Transient storage around calls that fail or reenter; before Cancun storage. */
const transient: Maker = (random, fork) => {
  const [load, store] = fork >= Fork.cancun ? [0x5c, 0x5d] : [0x54, 0x55];
  const calls = callCodes(fork);
  return {
    code: Uint8Array.from([
      ...push(1),
      load,
      ...push(1),
      0x01,
      ...push(1),
      store, // t[1] += 1
      ...push(1),
      load,
      ...push(3),
      0x10, // 3 < t[1]: leave
      ...push(0),
      0x50,
      0x15,
      0x61,
      0,
      34,
      0x57,
      ...push(0),
      ...push(0),
      random.pick(fork >= Fork.byzantium ? [0xfd, 0xfe, 0xf3] : [0xfe, 0xf3]),
      ...new Uint8Array(34 - 28),
      0x5b,
      ...call(random.pick(calls), [...push(60_000)], [ADDRESS]),
      ...push(1),
      load,
      ...push(0),
      0x55,
    ]),
  };
};

const MAKERS: readonly Maker[] = [deep, sizes, memory, jumps, refunds, stipend, precompiles, precompiles, transient];

export function corner(random: Random, fork: Fork): Corner {
  return random.pick(MAKERS)(random, fork);
}
