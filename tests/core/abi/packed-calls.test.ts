import { expect, test } from 'vitest';
import { packCalls, packedCallsText, readPackedCalls } from '../../../src/core/abi/packed-calls';
import { hexToBytes } from '../../../src/core/chain/hex';

const TO = `0x${'11'.repeat(20)}`;
const word = (value: number) => value.toString(16).padStart(64, '0');
/** A call of 4 bytes with 5 wei, and a delegatecall without data. */
const PACKED = `0x00${TO.slice(2)}${word(5)}${word(4)}deadbeef01${TO.slice(2)}${word(0)}${word(0)}`;
const TEXT = JSON.stringify([
  { operation: '0', to: TO, value: '5', data: '0xdeadbeef' },
  { operation: '1', to: TO, value: '0', data: '0x' },
]);

test('packed bytes become the text of a list of calls, and the same bytes again', () => {
  expect(packedCallsText(PACKED)).toBe(TEXT);
  expect(packCalls(TEXT)).toEqual({ ok: true, value: PACKED });
});

test('no calls are no bytes', () => {
  expect(packedCallsText('0x')).toBe('[]');
  expect(packCalls('[]')).toEqual({ ok: true, value: '0x' });
});

test.each([
  ['cut within the head', PACKED.slice(0, 100)],
  ['cut within the calldata', PACKED.slice(0, 2 + 2 * 87)],
  ['a length beyond the bytes', `0x00${TO.slice(2)}${word(0)}${'f'.repeat(64)}`],
  ['half a byte', `${PACKED}0`],
  ['no hex', 'transfer'],
])('what is no list of packed calls is none: %s', (_, text) => {
  expect(packedCallsText(text)).toBeUndefined();
});

test('at most as many calls are read as are asked for', () => {
  expect(readPackedCalls(hexToBytes(PACKED as `0x${string}`), 1)).toHaveLength(1);
});

test.each([
  ['another operation', '[{"operation":2,"to":"TO","value":0,"data":"0x"}]', 'calls[0].operation'],
  [
    'an amount that does not fit',
    `[{"operation":0,"to":"TO","value":"0x1${'0'.repeat(64)}","data":"0x"}]`,
    'calls[0].value',
  ],
  ['half a byte of data', '[{"operation":0,"to":"TO","value":0,"data":"0x0"}]', 'calls[0].data'],
  ['no list', '{}', 'calls'],
])('a problem names its place: %s', (_, text, path) => {
  expect(packCalls(text.replace('TO', TO))).toMatchObject({ ok: false, error: { path } });
});
