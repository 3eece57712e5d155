import { expect, test } from 'vitest';
import { Jump, parseSourceMap } from '../../../../src/core/source/compiled/source-map';

test('an empty field repeats that of the entry before', () => {
  const map = parseSourceMap('1:2:1;:9;2:1:2;;;3:4:-1:i;:::o');
  expect([...map.start]).toEqual([1, 1, 2, 2, 2, 3, 3]);
  expect([...map.size]).toEqual([2, 9, 1, 1, 1, 4, 4]);
  expect([...map.file]).toEqual([1, 1, 2, 2, 2, -1, -1]);
  expect([...map.jump]).toEqual([0, 0, 0, 0, 0, Jump.into, Jump.outOf]);
});

test('an empty map has no entries', () => {
  expect(parseSourceMap('').length).toBe(0);
});

test('fields that are no numbers have no source', () => {
  const map = parseSourceMap('x:2:0;1:2:0;99999999999:1:0');
  expect([...map.file]).toEqual([-1, 0, -1]);
});
