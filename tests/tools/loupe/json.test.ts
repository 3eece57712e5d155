/** JSON that is written piece by piece is the JSON that `JSON.stringify` writes. */
import { expect, test } from 'vitest';
import { ListToCome, toJson, writeJson } from '../../../tools/loupe/facts/json';

const FACTS = {
  name: 'a\nb "c"',
  none: undefined,
  empty: {},
  list: [],
  nothing: null,
  'a: b': [1, [2, [3, { four: [5, { six: 'x\ny' }] }]]],
  calls: {
    count: 2,
    rows: [
      { id: '0', inputs: [{ name: 'a', value: ['1', '2'] }] },
      { id: '0.1', failed: undefined },
    ],
  },
};

test('to the character', () => {
  expect(toJson(FACTS)).toBe(`${JSON.stringify(FACTS, undefined, 2)}\n`);
  for (const value of [7, 'text', null, [], {}, [[]]])
    expect(toJson(value)).toBe(`${JSON.stringify(value, undefined, 2)}\n`);
});

test('with amounts as text, and what nobody sees escaped', () => {
  expect(toJson({ value: 2n ** 70n })).toBe('{\n  "value": "1180591620717411303424"\n}\n');
  expect(toJson({ 'a\u202e': '\u200b\u0085' })).toBe('{\n  "a\\u202e": "\\u200b\\u0085"\n}\n');
});

test('many rows are many pieces, none of them large, and are asked for while they are written', async () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(20), of: [{ a: id }] }));
  const pieces: string[] = [];
  let before = 0;
  async function* pages() {
    for (let at = 0; at < rows.length; at += 500) {
      before = pieces.length;
      yield rows.slice(at, at + 500);
    }
  }
  const facts = (list: unknown) => ({ calls: { count: 10_000, rows: list }, none: { rows: [] }, last: 1 });
  await writeJson(facts(new ListToCome(pages())), (text) => pieces.push(text));
  expect(before).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  expect(pieces.join('')).toBe(`${JSON.stringify(facts(rows), undefined, 2)}\n`);
});

test('a list without an item is an empty one', async () => {
  async function* nothing() {}
  let written = '';
  await writeJson({ rows: new ListToCome(nothing()) }, (text) => (written += text));
  expect(written).toBe('{\n  "rows": []\n}\n');
});
