import { expect, test } from 'vitest';
import { parseSearch } from '../../../src/app/search-text';
import { transactionParameters } from '../../../src/app/views/transaction/transaction-parameters';

const read = (search: string) => transactionParameters(parseSearch(search));

test('a depth id is text whatever number it looks like', () => {
  expect(read('?trace=0').trace).toBe('0');
  expect(read('?trace=0.2').trace).toBe('0.2');
  expect(read('?trace=0.10').trace).toBe('0.10');
  expect(read('?trace=0.2.6').trace).toBe('0.2.6');
  expect(read('?trace=0.2.e0').trace).toBe('0.2.e0');
});

test('other parameters are dropped', () => {
  expect(read('?foo=1&trace=0')).not.toHaveProperty('foo');
});

test('a step is a whole number from 0 on', () => {
  expect(read('?step=0').step).toBe(0);
  expect(read('?step=8156').step).toBe(8156);
  for (const step of ['-1', '1.5', '1e400', 'NaN', '', 'true', '9007199254740993', '1&step=2']) {
    expect(read(`?step=${step}`).step).toBeUndefined();
  }
});
