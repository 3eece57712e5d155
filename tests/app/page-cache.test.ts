import { beforeEach, expect, test } from 'vitest';
import { PageCache } from '../../src/app/page-cache';

let asked: number[];
let refused: Set<number>;
let told: number;

beforeEach(() => {
  asked = [];
  refused = new Set();
  told = 0;
});

function cacheOf(maxPages = 3, text = (row: number) => `row ${row}`): PageCache<string> {
  return new PageCache({
    pageSize: 10,
    maxPages,
    read: async (start, count) => {
      asked.push(start);
      return refused.has(start) ? undefined : Array.from({ length: count }, (_, at) => text(start + at));
    },
    onRows: () => told++,
  });
}

test('pages that hold the wanted rows are read once', async () => {
  const cache = cacheOf();
  expect(await cache.want(5, 14)).toBe(true);
  expect(await cache.want(7, 12)).toBe(true);
  expect(asked).toEqual([0, 10]);
  expect(told).toBe(2);
  expect([cache.row(9), cache.row(10), cache.row(20)]).toEqual(['row 9', 'row 10', undefined]);
});

test('a page that could not be read is asked for again', async () => {
  const cache = cacheOf();
  refused.add(10);
  expect(await cache.want(0, 19)).toBe(false);
  expect(cache.row(10)).toBeUndefined();
  refused.clear();
  expect(await cache.want(0, 19)).toBe(true);
  expect(asked).toEqual([0, 10, 10]);
  expect(cache.row(10)).toBe('row 10');
});

test('a page whose reading was rejected is asked for again', async () => {
  let isDown = true;
  const cache = new PageCache({
    pageSize: 10,
    maxPages: 3,
    read: async (start) => {
      if (isDown) throw new Error('stopped');
      return [start];
    },
    onRows: () => told++,
  });
  await expect(cache.want(0, 5)).rejects.toThrow('stopped');
  isDown = false;
  expect(await cache.want(0, 5)).toBe(true);
  expect(cache.row(0)).toBe(0);
});

test('the least recently wanted pages are dropped, not the oldest', async () => {
  const cache = cacheOf(2);
  await cache.want(0, 9);
  await cache.want(10, 19);
  await cache.want(0, 9); // seen again
  await cache.want(20, 29);
  expect([cache.row(0), cache.row(10), cache.row(20)]).toEqual(['row 0', undefined, 'row 20']);
  expect(asked).toEqual([0, 10, 20]);
});

test('a page that is on its way is not asked for twice', async () => {
  const cache = cacheOf();
  await Promise.all([cache.want(0, 9), cache.want(0, 9)]);
  expect(asked).toEqual([0]);
});

test('who waits for a page that another call reads learns that it could not be read', async () => {
  const cache = cacheOf();
  refused.add(0);
  expect(await Promise.all([cache.want(0, 5), cache.want(3, 9)])).toEqual([false, false]);
  expect(asked).toEqual([0]);
  refused.clear();
  expect(await cache.want(3, 9)).toBe(true);
  expect(cache.row(3)).toBe('row 3');
});

test('after a renewal rows stay until newer ones are here, and a late older page is dropped', async () => {
  const answers: ((rows: readonly string[]) => void)[] = [];
  const cache = new PageCache<string>({
    pageSize: 1,
    maxPages: 3,
    read: () => new Promise((resolve) => answers.push(resolve)),
    onRows: () => told++,
  });
  const first = cache.want(0, 0);
  answers[0]?.(['old']);
  await first;
  cache.renew();
  expect(cache.row(0)).toBe('old');
  const second = cache.want(0, 0);
  cache.renew();
  const third = cache.want(0, 0);
  answers[2]?.(['newest']);
  await third;
  answers[1]?.(['late']);
  await second;
  expect(cache.row(0)).toBe('newest');
});
