import { expect, test } from 'vitest';
import { hexToBytes } from '../../../src/core/chain/hex';
import { disassemble } from '../../../src/core/contract/disassemble';

const of = (hex: string) => disassemble(hexToBytes(`0x${hex}`)).split('\n');

test('instructions stand with their place and what they push', () => {
  expect(of('6080604052005b61012300')).toEqual([
    '0x0000 PUSH1 0x80',
    '0x0002 PUSH1 0x40',
    '0x0004 MSTORE',
    '0x0005 STOP',
    '0x0006 JUMPDEST',
    '0x0007 PUSH2 0x0123',
    '0x000a STOP',
  ]);
});

test('a push that the code ends in is no longer than the code', () => {
  expect(of('0062aa')).toEqual(['0x0000 STOP', '0x0001 PUSH3 0xaa (the code ends 2 bytes early)']);
  expect(of('60')).toEqual(['0x0000 PUSH1 0x (the code ends 1 byte early)']);
});

test('the metadata that closes the code is no instruction', () => {
  // {"ipfs": 34 bytes, "solc": 0.8.30}, as solc writes it.
  const metadata = `a264697066735822${'12'.repeat(34)}64736f6c634300081e0033`;
  const lines = of(`5f00fe${metadata}`);
  expect(lines.slice(0, 2)).toEqual(['0x0000 PUSH0', '0x0001 STOP']);
  expect(lines.at(-1)).toBe(`0x0003 metadata 0x${metadata}`);
  expect(lines).toHaveLength(4);
});

test('code without an end is bounded', () => {
  const lines = disassemble(new Uint8Array(150_000).fill(0x5b)).split('\n');
  expect(lines).toHaveLength(100_001);
  expect(lines.at(-1)).toContain('50000 more bytes');
});
