import { expect, test } from 'vitest';
import { checksumAddress, parseAddress } from '../../../src/core/chain/address';
import type { Address } from '../../../src/core/chain/primitives';

const LOWER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' as Address;

// Examples of EIP-55 and EIP-1191.
const EIP_55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const RSK = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD';
const RSK_TESTNET = '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd';

test.each([
  ['lower case', LOWER],
  ['upper case', `0x${LOWER.slice(2).toUpperCase()}`],
  ['EIP-55', EIP_55],
  ['EIP-1191 with prefix 30', RSK],
  ['EIP-1191 with prefix 31', RSK_TESTNET],
  ['blanks around', ` ${EIP_55}\n`],
  ['digits only', '0x0000000000000000000000000000000000000001'],
])('an address in %s is accepted', (_, text) => {
  expect(parseAddress(text)).toEqual({ ok: true, value: text.trim().toLowerCase() });
});

test.each([
  ['one letter of the wrong case', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum'],
  ['one digit short', LOWER.slice(0, -1), 'shape'],
  ['one digit long', `${LOWER}0`, 'shape'],
  ['no prefix', LOWER.slice(2), 'shape'],
  ['another prefix', `0X${LOWER.slice(2)}`, 'shape'],
  ['a letter that is no digit', `${LOWER.slice(0, -1)}g`, 'shape'],
  ['nothing', '', 'shape'],
])('an address with %s is refused', (_, text, problem) => {
  expect(parseAddress(text)).toEqual({ ok: false, error: problem });
});

test('addresses are shown in EIP-55', () => {
  expect(checksumAddress(LOWER)).toBe(EIP_55);
});
