/** Typed data that is signed in a simulation. */
import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { madeUpSignature, readTypedData, recoverInput, signatureBytes } from '../../../src/core/simulation/typed-data';
import { MAIL, MAIL_HASH } from '../../helpers/typed-mail';

const ALICE = `0x${'a1'.repeat(20)}` as Address;
const BOB = `0x${'b0'.repeat(20)}` as Address;
const problemOf = (text: string) => {
  const read = readTypedData(text);
  return read.ok ? 'none' : read.error;
};

test('is hashed as EIP-712 hashes its example', () => {
  expect(readTypedData(MAIL)).toEqual({ ok: true, value: MAIL_HASH });
});

test.each([
  ['{', 'This is no typed data:'],
  ['null', 'Typed data is JSON with types, primaryType, domain and message.'],
  ['{"types":{}}', 'Typed data is JSON with types, primaryType, domain and message.'],
  [MAIL.replace('"Mail":[', '"Letter":['), 'This is no typed data:'],
  [MAIL.replace('"Hello, Bob!"', '9007199254740993'), 'contents is a larger number than JSON holds'],
])('%.40s', (text, expected) => {
  expect(problemOf(text)).toContain(expected);
});

test('the same signature each time, another for another signer, in the form that contracts accept', () => {
  const signature = madeUpSignature(ALICE, MAIL_HASH);
  expect(madeUpSignature(ALICE, MAIL_HASH)).toEqual(signature);
  expect(madeUpSignature(BOB, MAIL_HASH).r).not.toBe(signature.r);
  expect(BigInt(signature.s)).toBeLessThan(2n ** 255n);
  expect(signatureBytes(signature)).toBe(`${signature.r}${signature.s.slice(2)}1b`);
  expect(recoverInput(signature)).toMatch(new RegExp(`^${MAIL_HASH}0{62}1b[0-9a-f]{128}$`));
});

test('negative integers, empty arrays and structs of structs are hashed as ethers hashes them', () => {
  const leaf = { at: `0x${'ab'.repeat(20)}`, by: ['-1', '-9223372036854775808', '7'] };
  const text = JSON.stringify({
    domain: { name: 'Deep', chainId: 5, salt: `0x${'22'.repeat(32)}` },
    primaryType: 'Root',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'salt', type: 'bytes32' },
      ],
      Root: [
        { name: 'low', type: 'int8' },
        { name: 'wide', type: 'int256' },
        { name: 'none', type: 'uint16[]' },
        { name: 'rows', type: 'Leaf[][2]' },
        { name: 'child', type: 'Child' },
        { name: 'raw', type: 'bytes' },
      ],
      Child: [
        { name: 'grandchild', type: 'Leaf' },
        { name: 'many', type: 'Leaf[]' },
        { name: 'tags', type: 'bytes3[2]' },
      ],
      Leaf: [
        { name: 'at', type: 'address' },
        { name: 'by', type: 'int64[]' },
      ],
    },
    message: {
      low: -128,
      wide: String(-(2n ** 255n)),
      none: [],
      rows: [[], [leaf]],
      child: { grandchild: leaf, many: [], tags: ['0x010203', '0xffffff'] },
      raw: '0x',
    },
  });
  // By _TypedDataEncoder.hash of ethers 5.4.
  const value = '0x2d25474894ca1ad9759a437f6d14064cd74399036552e758d5fef60f1a84e111';
  expect(readTypedData(text)).toEqual({ ok: true, value });
});
