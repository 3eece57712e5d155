import { parseSearchWith } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { readSearch } from '../../../src/app/views/transaction/search';

const read = (search: string) => readSearch(parseSearchWith((text) => text)(search));

test('a depth id is text whatever number it looks like', () => {
  expect(read('?trace=0')).toEqual({ trace: '0' });
  expect(read('?trace=0.2')).toEqual({ trace: '0.2' });
  expect(read('?trace=0.10')).toEqual({ trace: '0.10' });
  expect(read('?trace=0.2.6')).toEqual({ trace: '0.2.6' });
  expect(read('?trace=0.2.e0')).toEqual({ trace: '0.2.e0' });
});

test('other parameters are dropped', () => {
  expect(read('?foo=1&trace=0')).toEqual({ trace: '0' });
});
