import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import type { Hex } from '../../../src/core/chain/primitives';
import { decodeDecimals, decodeTokenText } from '../../../src/core/tokens/token-calls';

const encoded = (text: string) => encodeAbiParameters([{ type: 'string' }], [text]);

test('texts are read as string and as bytes32, bounded in length', () => {
  expect(decodeTokenText(encoded('Dai Stablecoin'))).toBe('Dai Stablecoin');
  expect(decodeTokenText(`0x${'4d4b52'.padEnd(64, '0')}`)).toBe('MKR');
  expect(decodeTokenText(encoded('é'.repeat(500)))).toBe('é'.repeat(64));
});

test('a byte order mark is part of a name, which else would look like another', () => {
  expect(decodeTokenText(encoded('\uFEFFUSDC'))).toBe('\uFEFFUSDC');
});

test('what is no text is none', () => {
  for (const data of [
    '0x',
    '0x00',
    encoded(''),
    encoded('   '),
    `0x${'f'.repeat(64)}${'0'.repeat(64)}`,
    encoded('abc').slice(0, 100),
    `0x${'5'.padStart(64, '0')}`, // a number, as a contract that is no token answers
  ])
    expect(decodeTokenText(data.length % 2 === 0 ? (data as Hex) : '0x')).toBeUndefined();
});

test('decimals are no more than an amount has digits', () => {
  expect(decodeDecimals(`0x${'ff'.padStart(64, '0')}`)).toBeUndefined();
  expect(decodeDecimals(`0x${'4d'.padStart(64, '0')}`)).toBe(77);
  expect(decodeDecimals(`0x${'12'.padStart(64, '0')}`)).toBe(18);
  expect(decodeDecimals(`0x${'1'.padEnd(64, '0')}`)).toBeUndefined();
  expect(decodeDecimals('0x12')).toBeUndefined();
});
