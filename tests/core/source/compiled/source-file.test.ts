import { expect, test } from 'vitest';
import { createSourceFile, lineAt, textOfRange } from '../../../../src/core/source/compiled/source-file';

test('lines are counted in bytes, from 1', () => {
  const file = createSourceFile(0, 'a.sol', '// é\nb\n\nlast');
  expect([...file.lineStarts]).toEqual([0, 6, 8, 9]);
  expect([0, 5, 6, 8, 9, 12, 500].map((offset) => lineAt(file, offset))).toEqual([1, 1, 2, 3, 4, 4, 4]);
  expect(textOfRange(file, 9, 4)).toBe('last');
});
