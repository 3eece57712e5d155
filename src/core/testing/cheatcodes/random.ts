/** Cheatcodes that make values up. The seed of the run decides them. */

import { bytesToHex } from '../../chain/hex';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

function bits(vm: Vm, count: bigint): bigint {
  if (count > 256n) throw new CheatError('number of bits cannot exceed 256');
  return count === 0n ? 0n : BigInt.asUintN(Number(count), vm.nextRandom());
}

function bytes(vm: Vm, count: number): string {
  if (count > 1 << 24) throw new CheatError('too many bytes');
  const drawn = new Uint8Array(Math.ceil(count / 4) * 4);
  const view = new DataView(drawn.buffer);
  for (let at = 0; at < drawn.length; at += 4) view.setUint32(at, vm.nextRandom32(), true);
  return bytesToHex(drawn.subarray(0, count));
}

/** Returns a whole number below the bound, of one or two random words (Lemire's method, as Rust's rand 0.9 has it). */
function below(bound: number, draw: () => number): number {
  const whole = BigInt(draw()) * BigInt(bound);
  const low = whole & 0xffffffffn;
  const high = whole >> 32n;
  if (low <= (1n << 32n) - BigInt(bound)) return Number(high);
  const more = (BigInt(draw()) * BigInt(bound)) >> 32n;
  return Number(low + more > 0xffffffffn ? high + 1n : high);
}

/** Indices below bounds that grow by one from 1: one random number serves as many of them as it can. */
function indices(draw: () => number): (bound: number) => number {
  let chunk = 0;
  let left = 1;
  return (bound) => {
    if (left > 0) left--;
    else {
      let product = bound;
      let next = bound + 1;
      for (; product * next <= 0xffffffff; next++) product *= next;
      chunk = below(product, draw);
      left = next - bound - 1;
    }
    if (left === 0) return chunk;
    const index = chunk % bound;
    chunk = Math.floor(chunk / bound);
    return index;
  };
}

export const RANDOM: Cheatcodes = {
  'randomUint()(uint256)': (vm) => vm.nextRandom(),
  'randomUint(uint256)(uint256)': (vm, [count]: [bigint]) => bits(vm, count),
  'randomUint(uint256,uint256)(uint256)': (vm, [least, most]: [bigint, bigint]) => {
    if (least > most) throw new CheatError('min must be less than or equal to max');
    return least + (vm.nextRandom() % (most - least + 1n));
  },
  'randomInt()(int256)': (vm) => BigInt.asIntN(256, vm.nextRandom()),
  'randomInt(uint256)(int256)': (vm, [count]: [bigint]) => BigInt.asIntN(Number(count), bits(vm, count)),
  'randomBool()(bool)': (vm) => vm.nextRandom32() >= 2 ** 31,
  'randomAddress()(address)': (vm) => bytes(vm, 20),
  'randomBytes(uint256)(bytes)': (vm, [count]: [bigint]) => bytes(vm, Number(count)),
  'randomBytes4()(bytes4)': (vm) => bytes(vm, 4),
  'randomBytes8()(bytes8)': (vm) => bytes(vm, 8),
  'setSeed(uint256)': (vm, [seed]: [bigint]) => {
    vm.kept.seed = seed;
    vm.kept.drawn = 0;
  },
  'shuffle(uint256[])(uint256[])': (vm, [values]: [readonly bigint[]]) => {
    const shuffled = [...values];
    const next = indices(() => vm.nextRandom32());
    for (let at = 0; at < shuffled.length; at++) {
      const other = next(at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
    }
    return shuffled;
  },
  'sort(uint256[])(uint256[])': (_vm, [values]: [readonly bigint[]]) =>
    [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
};
