import { expect, test } from 'vitest';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { saidOf } from '../../../src/core/trace/unexplained-reverts';
import { parse, traceOf } from './parse';

const ACCOUNT = `0x${'a1'.repeat(20)}`;

function said(output: string): string | undefined {
  const frame = {
    type: 'CALL',
    from: ACCOUNT,
    to: ACCOUNT,
    gas: '0x5208',
    gasUsed: '0x5000',
    input: '0x',
    value: '0x0',
  };
  const result = { ...frame, error: 'execution reverted', output };
  return saidOf(traceOf(parse(createCallTracerParser(), { jsonrpc: '2.0', id: 1, result })), 0);
}

const hex = (text: string) => `0x${[...text].map((letter) => letter.charCodeAt(0).toString(16)).join('')}`;

test('a text without an error around it is told as a text, with zeros behind it or not', () => {
  expect(said(hex('Hello world'))).toBe('the text “Hello world”');
  expect(said(`${hex('TRANSFER_FAILED')}${'00'.repeat(17)}`)).toBe('the text “TRANSFER_FAILED”');
});

test.each([
  ['a selector that looks like a text', hex('ABCD'), 'unrecognized error data 0x41424344'],
  ['an error with an argument', `0x61626364${'00'.repeat(31)}07`, 'unrecognized error data 0x61626364… (36 bytes)'],
  ['a number', `0x${'00'.repeat(31)}01`, 'unrecognized error data 0x00000000… (32 bytes)'],
  ['a line break in it', '0x74776f0a6c696e6573', 'unrecognized error data 0x74776f0a… (9 bytes)'],
])('%s is no text', (_, output, words) => {
  expect(said(output)).toBe(words);
});
