import { parseAbi } from 'viem';
import { expect, test } from 'vitest';
import type { Hex } from '../../../../src/core/chain/primitives';
import { compareFunctions } from '../../../../src/core/contract/functions/functions-in-code';

// transfer(address,uint256) is 0xa9059cbb, balanceOf(address) 0x70a08231, and wycpnbqcyf() 0x00000000 (4byte.directory).
const CODE: Hex = '0x60003560e01c8063a9059cbb14601b57806370a0823114601b5760006000fd5b00';

test('functions whose selectors are in the code are taken', () => {
  const abi = parseAbi(['function transfer(address, uint256)', 'function balanceOf(address) view returns (uint256)']);
  expect(compareFunctions(abi, [CODE])).toEqual({ ok: true, value: [] });
});

test('a function that is in the code of the implementation is there', () => {
  const abi = parseAbi(['function balanceOf(address) view returns (uint256)']);
  expect(compareFunctions(abi, ['0x6000f4', CODE])).toEqual({ ok: true, value: [] });
});

test('a function that is not there is named', () => {
  const abi = parseAbi(['function transfer(address, uint256)', 'function totallyElsewhere()']);
  expect(compareFunctions(abi, [CODE])).toEqual({
    ok: true,
    value: ['1 function of the ABI cannot be found in the code: totallyElsewhere().'],
  });
});

test('an ABI of which nothing is there is refused', () => {
  expect(compareFunctions(parseAbi(['function totallyElsewhere()']), [CODE])).toMatchObject({ ok: false });
  // Half a byte before the place of a selector stands the same number.
  expect(compareFunctions(parseAbi(['function transfer(address, uint256)']), ['0x6a9059cbb0'])).toMatchObject({
    ok: false,
  });
});

test('a selector of zeros is pushed without them', () => {
  expect(compareFunctions(parseAbi(['function wycpnbqcyf()']), [CODE])).toMatchObject({ ok: true });
});

test('an ABI of events and errors has nothing to compare', () => {
  expect(compareFunctions(parseAbi(['event Done(uint256)']), [CODE])).toEqual({ ok: true, value: [] });
});
