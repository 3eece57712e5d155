import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textIn, VariablesPane } from '../../../src/app/views/debugger/VariablesPane';
import type { Decoded } from '../../../src/core/abi/decoded';
import { NO_KNOWN_KEY } from '../../../src/core/abi/mappings';

const leaf = (kind: Decoded['kind'], text: string): Decoded => ({
  name: 'value',
  type: kind,
  kind,
  text,
  length: text.length,
});

test('an integer keeps its sign in decimal, and is a word in hex', () => {
  expect(textIn(leaf('integer', '-1'), 'decimal')).toBe('-1');
  expect(textIn(leaf('integer', '-1'), 'hex')).toBe(`0x${'f'.repeat(64)}`);
  expect(textIn(leaf('integer', '255'), 'hex')).toBe('0xff');
  expect(textIn(leaf('bool', 'true'), 'hex')).toBe('0x1');
});

test('bytes and addresses keep the zeros they begin with in hex, and are numbers in decimal', () => {
  expect(textIn(leaf('bytes', '0x00a1b2c3'), 'hex')).toBe('0x00a1b2c3');
  expect(textIn(leaf('address', `0x${'00'.repeat(18)}dead`), 'hex')).toBe(`0x${'00'.repeat(18)}dead`);
  expect(textIn(leaf('bytes', '0x0010'), 'decimal')).toBe('16');
});

test('what is longer than a word is cut in every form', () => {
  expect(textIn(leaf('bytes', `0x${'ab'.repeat(40)}`), 'hex')).toBe('0xababab…abab');
});

test('variables that the transaction did not touch are folded under their number', () => {
  const untouched = (name: string): Decoded => ({
    ...leaf('bytes', 'not touched in this transaction'),
    name,
    unknown: true,
  });
  const entries: Decoded = {
    name: 'owners',
    type: 'mapping(uint256 => address)',
    kind: 'tuple',
    text: NO_KNOWN_KEY,
    length: 0,
    items: [],
  };
  const pair: Decoded = {
    ...entries,
    name: 'pair',
    type: 'struct Pair',
    text: '',
    length: 1,
    items: [untouched('one')],
  };
  const values = [untouched('a'), { ...leaf('integer', '7'), name: 'touched' }, untouched('b'), entries, pair];
  const shown = {
    groups: [{ title: 'State variables', values, before: new Map() }],
    why: '',
    waiting: false,
    names: {},
  };
  const page = renderToStaticMarkup(createElement(VariablesPane, { shown, view: 'typed' }));
  const [open = '', folded = ''] = page.split('<summary class');
  expect(open).toContain('>touched<');
  expect(open).not.toMatch(/>(a|b|owners|pair)</);
  expect(folded).toContain('4 more, not touched in this transaction');
  for (const name of ['a', 'b', 'owners', 'pair']) expect(page).toContain(`>${name}<`);
});
