/** What a row says of values that are known by name or are amounts of tokens. */
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DecodedList } from '../../../src/app/views/trace/DecodedList';
import { RowText } from '../../../src/app/views/trace/RowText';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Address } from '../../../src/core/chain/primitives';
import { type RowIndex, RowKind } from '../../../src/core/trace/rows';
import type { RowView } from '../../../src/workers/trace/rows.api';
import { mount } from '../ui/mount';

const alice = `0x${'11'.repeat(20)}` as Address;
const token = `0x${'22'.repeat(20)}` as Address;
const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const address = (name: string, known?: string): Decoded => ({
  name,
  type: 'address',
  kind: 'address',
  text: alice,
  length: 42,
  ...(known === undefined ? {} : { known: { text: known, origin: 'reader' } }),
});
const amount = (text: string, more: Partial<Decoded> = {}): Decoded => ({
  name: 'value',
  type: 'uint256',
  kind: 'integer',
  text,
  length: text.length,
  ...more,
});
const gam = { token: { decimals: 18, symbol: 'GAM' } };

const ROW = {
  row: 0 as RowIndex,
  depthId: '0',
  depth: 0,
  hasChildren: false,
  expanded: false,
  position: 1,
  siblings: 1,
  from: alice,
  failed: false,
  undone: false,
  caught: false,
};

let unmount = () => {};
afterEach(() => unmount());

function drawn(node: ReactNode): HTMLElement {
  const mounted = mount(node);
  unmount = mounted.unmount;
  return mounted.element;
}

function rowOf(inputs: readonly Decoded[], outputs: readonly Decoded[] = []): HTMLElement {
  const view: RowView = {
    ...ROW,
    kind: RowKind.call,
    to: token,
    functionName: { text: 'transfer', origin: 'buildOutput' },
    inputs,
    outputs,
    inputLength: 68,
    outputLength: 32,
  };
  return drawn(<RowText view={view} currency={currency} />);
}

test('a known address is its name, with origin and full address under the pointer, and lights up with its equals', () => {
  const value = rowOf([address('to', 'Alice')]).querySelector<HTMLElement>('[data-value="in.0"]');
  expect(value?.textContent).toBe('Alice');
  expect(value?.dataset.address).toBe(alice);
  expect(value?.title).toBe(`Name from your own label\n${alice}`);
});

test('an unknown address stays short hex', () => {
  expect(rowOf([address('to')]).textContent).toBe('0x222222…2222.transfer(to: 0x111111…1111)');
});

test('names within an array stand in it', () => {
  const path: Decoded = {
    name: 'path',
    type: 'address[]',
    kind: 'array',
    text: '',
    length: 2,
    items: [address('', 'ALP'), address('')],
  };
  expect(rowOf([path]).textContent).toContain('path: [ALP, 0x111111…1111]');
});

test('an amount has decimals and symbol, and the exact integer under the pointer; other integers stay', () => {
  const element = rowOf([amount('1240500000000000000000', gam), amount('1240')], [amount('1000000000000000000', gam)]);
  expect(element.textContent).toContain('transfer(value: 1,240.5 GAM, value: 1,240)→ 1.0 GAM');
  expect(element.querySelector<HTMLElement>('[data-value="in.0"]')?.title).toBe('1240.5 GAM\n1240500000000000000000');
});

test('hostile names and symbols are made harmless and cut', () => {
  const hostile = amount('1', { token: { decimals: 0, symbol: `\u202e${'<img>'.repeat(1_000)}` } });
  const element = rowOf([address('to', `\u202e${'x'.repeat(10_000)}`), hostile]);
  expect(element.textContent).not.toContain('\u202e');
  expect(element.querySelector('[data-value="in.0"]')?.textContent?.length).toBeLessThanOrEqual(64);
  expect(element.querySelector('[data-value="in.1"]')?.textContent?.length).toBeLessThanOrEqual(30);
});

test('the largest word is spelled as a power', () => {
  expect(rowOf([amount((2n ** 256n - 1n).toString(), gam)]).textContent).toContain('value: 2²⁵⁶−1 GAM)');
});

test('in full, an amount stands beside its integer', () => {
  const element = drawn(<DecodedList values={[amount('1500000000000000000', gam)]} />);
  expect(element.textContent).toContain('1.5 GAM = 1,500,000,000,000,000,000');
});

test('an integer has a hex form; a number with a point and the member of an enum have none', () => {
  const hexOf = (text: string) => {
    const buttons = [...drawn(<DecodedList values={[amount(text)]} />).querySelectorAll('button')];
    unmount();
    return buttons.some(({ textContent }) => textContent === 'hex');
  };
  expect(['-15', '-1.5', 'Open'].map(hexOf)).toEqual([true, false, false]);
});

test('a struct in one slot is named once, and its members after it', () => {
  const value = (member: string, before: string, after: string) => ({
    path: `_proposals[${'7'.repeat(77)}].${member}`,
    before: amount(before),
    after: amount(after),
  });
  const word = `0x${'00'.repeat(32)}` as const;
  const view: RowView = {
    ...ROW,
    kind: RowKind.storageWrite,
    frame: 0 as RowIndex,
    access: {
      slot: word,
      transient: false,
      before: word,
      after: word,
      values: [
        value('voteStart', '0', '12'),
        value('voteDuration', '0', '5'),
        { ...value('x', '1', '2'), path: 'count' },
      ],
    },
  };
  const element = drawn(<RowText view={view} currency={currency} />);
  expect(element.textContent).toMatch(/^_proposals\[7+…?7*\]\.voteStart 0 → 12, \.voteDuration 0 → 5, count 1 → 2$/);
  expect(element.querySelectorAll<HTMLElement>('.trace-path')[1]?.title).toContain('].voteDuration');
});

test('a value of which not all came is copied as the part it is', () => {
  const copies = (value: Decoded) =>
    drawn(<DecodedList values={[value]} />)
      .querySelector('button[aria-label^=Copy]')
      ?.getAttribute('aria-label');
  const data: Decoded = { name: 'data', type: 'bytes', kind: 'bytes', text: `0x${'ab'.repeat(999)}`, length: 2_000 };
  expect(copies(data)).toBe('Copy data');
  unmount();
  expect(copies({ ...data, length: 6_002 })).toBe('Copy the first 2,000 characters of data');
});
