import { expect, test } from 'vitest';
import { Fork } from '../../../src/core/evm/rules/forks';
import { instructionSet } from '../../../src/core/evm/rules/opcodes';
import { findSegments } from '../../../src/core/evm/segments';
import { assemble, bytes } from './scene';

const SET = instructionSet(Fork.osaka);

/** Per segment: where it begins, its instructions, their gas, and the stack items that it needs and adds at most. */
function segmentsOf(code: Uint8Array) {
  const { at, count, gas, needs, grows } = findSegments(code, code.length, SET);
  return Array.from(at, (segment, pc) => ({ segment, pc }))
    .filter(({ segment }) => segment > 0)
    .map(({ segment, pc }) => [pc, count[segment], gas[segment], (needs[segment] ?? 0) / 8, (grows[segment] ?? 0) / 8]);
}

test('a segment ends with a jump and before what has no constant price', () => {
  const code = bytes(assemble('1 2 ADD SLOAD POP POP :there 1 @there JUMPI SWAP2 ADDRESS'));
  expect(segmentsOf(code)).toEqual([
    [0, 3, 9, 0, 2],
    [6, 2, 4, 2, 0],
    [8, 4, 17, 0, 2],
    [15, 2, 5, 3, 1],
  ]);
});

test('a JUMPDEST among push data begins none', () => {
  expect(segmentsOf(bytes('615b5b5b'))).toEqual([
    [0, 1, 3, 0, 1],
    [3, 1, 1, 0, 0],
  ]);
});

test('code may be nothing but segments, and need more than a stack holds', () => {
  const many = segmentsOf(new Uint8Array(5000).fill(0x5b));
  expect(many).toEqual(Array.from({ length: 5000 }, (_, pc) => [pc, 1, 1, 0, 0]));
  expect(segmentsOf(new Uint8Array(20_000).fill(0x50))).toEqual([[0, 20_000, 40_000, 0xffff / 8, 0]]);
  expect(segmentsOf(new Uint8Array(20_000).fill(0x5f))).toEqual([[0, 20_000, 40_000, 0, 0xffff / 8]]);
});
