/** A list that grows by itself: what is shown keeps its place. */
import { expect, test } from 'vitest';
import { growRows, useGrowingRows } from '../../src/app/use-growing-rows';
import { mount } from './ui/mount';

type Row = { id: string; owner?: string };
const rowsOf = (ids: string): readonly Row[] => [...ids].map((id) => ({ id }));
const idsOf = (rows: readonly Row[] | undefined) => rows?.map(({ id }) => id).join('');
const keyOf = ({ id }: Row) => id;

test('rows keep their order, with what is new of them, and others come below', () => {
  const now = [{ id: 'a' }, { id: 'b', owner: 'new' }, { id: 'c' }, { id: 'd' }];
  const grown = growRows([{ id: 'd' }, { id: 'b', owner: 'old' }], now, { keyOf });
  expect(idsOf(grown)).toBe('dbac');
  expect(grown[1]?.owner).toBe('new');
});

test('rows that ended go, others stay although they are not among those that were read', () => {
  expect(idsOf(growRows(rowsOf('bxz'), rowsOf('abc'), { keyOf, isGone: ({ id }) => id < 'y' }))).toBe('bzac');
});

test('as many rows are shown as there is room for', () => {
  expect(idsOf(growRows(rowsOf('cd'), rowsOf('ab'), { keyOf, limit: 3, isGone: () => false }))).toBe('cda');
  expect(idsOf(growRows(rowsOf('cd'), rowsOf('ab'), { keyOf, limit: 1, isGone: () => false }))).toBe('cd');
});

let order: ReturnType<typeof useGrowingRows<Row>> | undefined;
function List({ ids, list }: { ids: string; list: string }) {
  order = useGrowingRows(rowsOf(ids), { list, keyOf });
  return <p>{idsOf(order.shown)}</p>;
}

test('the order is taken when the reader asks for it, and with another list', async () => {
  const { element, draw, unmount } = mount(<List ids="bd" list="all" />);
  const text = () => element.textContent;
  await expect.poll(text).toBe('bd');
  expect(order?.isInOrder).toBe(true);
  draw(<List ids="abcd" list="all" />);
  await expect.poll(text).toBe('bdac');
  expect(order?.isInOrder).toBe(false);
  order?.sort();
  await expect.poll(text).toBe('abcd');
  draw(<List ids="ABabcd" list="all" />);
  await expect.poll(text).toBe('abcdAB');
  draw(<List ids="ABabcd" list="others" />);
  await expect.poll(text).toBe('ABabcd');
  unmount();
});
