import { expect, test } from 'vitest';
import { csvLine } from '../../../src/core/format/csv';

test('a line holds its cells, quoted where they must be', () => {
  expect(csvLine(['a', 1, 2n ** 255n, undefined, 'b "c", d', 'e\nf'])).toBe(
    `a,1,${2n ** 255n},,"b ""c"", d","e\nf"\r\n`,
  );
});

test('a text that a spreadsheet would run is text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) expect(csvLine([text])).toBe(`'${text}\r\n`);
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`);
  expect(csvLine([-1n])).toBe('-1\r\n');
});
