import { expect, test } from 'vitest';
import { fromBigInt } from '../../../src/core/evm/words/words';
import { Preimages } from '../../../src/core/replay/preimages';

const hash = (value: bigint) => {
  const word = new Uint32Array(8);
  fromBigInt(value, word, 0);
  return word;
};

test('a hash is found with what was hashed to it, also after the columns grew', () => {
  const preimages = new Preimages();
  const memory = new Uint8Array(128);
  for (let index = 0; index < 1000; index++) {
    memory.fill(index % 256, 32, 96);
    preimages.push(memory, 32, 64, hash(BigInt(index)), 0);
  }
  expect(preimages.length).toBe(1000);
  expect(preimages.of(0n)).toEqual(new Uint8Array(64));
  expect(preimages.of(999n)).toEqual(new Uint8Array(64).fill(999 % 256));
  expect(preimages.of(1000n)).toBeUndefined();
});

test('what is no key is not kept', () => {
  const preimages = new Preimages();
  preimages.push(new Uint8Array(4096), 0, 0, hash(1n), 0);
  preimages.push(new Uint8Array(4096), 0, 2000, hash(2n), 0);
  expect(preimages.length).toBe(0);
});
