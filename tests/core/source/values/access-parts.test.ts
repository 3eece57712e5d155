import { expect, test } from 'vitest';
import { partsAccessed, withRunsTogether } from '../../../../src/core/source/values/access-parts';
import type { SlotPart } from '../../../../src/core/source/values/storage-path';

const part = (path: string, offset: number, bytes: number): SlotPart => {
  const type = { kind: 'uint' as const, name: `uint${bytes * 8}`, bytes };
  return { path, owner: path, ownerType: type, order: [BigInt(offset)], type, offset, bytes };
};
const PARTS = [part('small', 0, 1), part('order.paid', 1, 1), part('order.price', 2, 8)];
const paths = (before: bigint, after: bigint, text: string) =>
  partsAccessed(PARTS, { before, after }, text).map(({ path }) => path);

test('a write is about what it changed', () => {
  expect(paths(0x0007n, 0x0107n, 'small = 1')).toEqual(['order.paid']);
  expect(paths(0n, 0x050001n, '')).toEqual(['small', 'order.price']);
});

test('a read is about what its source names, or all', () => {
  expect(paths(7n, 7n, 'o.price')).toEqual(['order.price']);
  expect(paths(7n, 7n, 'delete x')).toEqual(['small', 'order.paid', 'order.price']);
});

test('items of an array that share a slot are one value', () => {
  const value = (path: string, text: string) => {
    const decoded = { name: path, type: 'uint8', kind: 'integer' as const, text, length: text.length };
    return { path, before: decoded, after: decoded };
  };
  const values = withRunsTogether([
    value('on', '1'),
    value('ages[8]', '40'),
    value('ages[9]', '41'),
    value('ages[10]', '0'),
    value('days[11]', '5'),
    value('days[13]', '6'),
  ]);
  expect(values.map(({ path }) => path)).toEqual(['on', 'ages[8…10]', 'days[11]', 'days[13]']);
  expect(values[1]?.after).toMatchObject({ type: 'uint8[3]', kind: 'array', length: 3 });
  expect(values[1]?.after.items?.map(({ text }) => text)).toEqual(['40', '41', '0']);
});
