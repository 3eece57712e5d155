import * as v from 'valibot';
import { expect, test } from 'vitest';
import { list, rowReader, rowWriter } from '../../src/db/rows/fields';

const schema = v.object({
  id: v.string(),
  note: v.exactOptional(v.string()),
  items: list(v.object({ at: v.number(), tags: list(v.string()), more: v.exactOptional(v.object({ a: v.bigint() })) })),
  state: v.exactOptional(
    v.variant('isProven', [
      v.object({ isProven: v.literal(true), slots: v.number() }),
      v.object({ isProven: v.literal(false), reason: v.string() }),
    ]),
  ),
});
const toRow = rowWriter(schema);

test('a row has only the fields that its schema names, at every depth, and none that is undefined', () => {
  const given = {
    id: 'a',
    note: undefined,
    further: 1,
    items: [
      { at: 1, tags: ['x'], more: { a: 5n, b: 6n }, further: 2 },
      { at: 2, tags: [], more: undefined },
    ],
    state: { isProven: false as const, reason: 'none', further: 3 },
  };
  const row = toRow(given);
  expect(row).toStrictEqual({
    id: 'a',
    items: [
      { at: 1, tags: ['x'], more: { a: 5n } },
      { at: 2, tags: [] },
    ],
    state: { isProven: false, reason: 'none' },
  });
  expect(rowReader(schema)(row)).toStrictEqual(row);
});

test('a row of the other kind of a variant has the fields of that kind', () => {
  const state = { isProven: true as const, slots: 2, reason: 'of no use' };
  expect(toRow({ id: 'a', items: [], state })).toStrictEqual({
    id: 'a',
    items: [],
    state: { isProven: true, slots: 2 },
  });
});

test('a row is damaged where a field of an item is of another type', () => {
  expect(rowReader(schema)({ id: 'a', items: [{ at: '1', tags: [] }] })).toBeUndefined();
});
