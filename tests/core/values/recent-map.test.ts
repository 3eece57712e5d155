import { expect, test } from 'vitest';
import { RecentMap } from '../../../src/core/values/recent-map';

test('what was used last stays, and looking is no use', () => {
  const map = new RecentMap<string, number>(2);
  expect(map.set('a', 1)).toEqual([]);
  expect(map.set('b', 2)).toEqual([]);
  expect(map.use('a')).toBe(1);
  expect(map.get('b')).toBe(2);
  expect(map.set('c', 3)).toEqual(['b']);
  expect([map.has('a'), map.has('b'), map.use('b')]).toEqual([true, false, undefined]);
  expect([...map.values()]).toEqual([1, 3]);
});

test('an entry that is replaced counts as used', () => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.set('c', 4)).toEqual(['b']);
  expect(map.get('a')).toBe(3);
});
