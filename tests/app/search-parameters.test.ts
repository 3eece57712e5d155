import { expect, test } from 'vitest';
import { searchOf, text, wholeNumber } from '../../src/app/search-parameters';
import { parseSearch } from '../../src/app/search-text';
import { diffParameters } from '../../src/app/views/diff/diff-parameters';

const search = searchOf({ name: text, page: wholeNumber(1) });
/** The parameters of a route, as the router lays them over what the address says. */
function routed(parse: (written: Record<string, unknown>) => object, address: string): Record<string, unknown> {
  const raw = parseSearch(address);
  return { ...raw, ...parse(raw) };
}

test('a value that makes no sense is as if absent, and never comes through as it was written', () => {
  expect(routed(search, '?page=2&name=a')).toEqual({ page: 2, name: 'a' });
  for (const page of ['0', '-1', '1.5', '007', '1e99', 'x', 'true', '', '[]', '2&page=3']) {
    expect(routed(search, `?page=${page}`).page).toBeUndefined();
  }
  expect(routed(search, '?name=a&name=b').name).toBeUndefined();
});

test('text is text whatever it looks like', () => {
  expect(routed(search, '?name=0.2').name).toBe('0.2');
  expect(routed(search, '?name=true').name).toBe('true');
  expect(routed(search, '?name=').name).toBe('');
});

const hash = (digit: string) => `0x${digit.repeat(64)}`;

test('the transactions of a comparison are hashes, and the second is none beside changes', () => {
  expect(routed(diffParameters, `?a=${hash('A')}&b= ${hash('b')}`)).toMatchObject({ a: hash('a'), b: hash('b') });
  expect(routed(diffParameters, '?a=1.5&b=-1')).toMatchObject({ a: undefined, b: undefined });
  expect(routed(diffParameters, `?a=${hash('a')}&b=${hash('b')}&changes={}`)).toMatchObject({
    b: undefined,
    changes: '{}',
  });
  expect(routed(diffParameters, '?all=true').all).toBe(true);
  expect(routed(diffParameters, '?all=1').all).toBeUndefined();
});
