import { expect, test } from 'vitest';
import { importCircles } from '../helpers/import-circles';

test('folders of the views stand one above the other', () => {
  expect(importCircles('app/views', (file) => file.split('/')[0] ?? '')).toEqual({});
});

test('a circle is found where there is one', () => {
  // Files thrown together by chance import each other.
  const circles = importCircles('app/views', (file) => `${file.length % 2}`);
  expect(Object.keys(circles).sort()).toEqual(['0', '1']);
});
