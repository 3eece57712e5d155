import { expect, test } from 'vitest';
import { resultText } from '../../../src/app/views/calls/result-text';
import type { Decoded } from '../../../src/core/abi/decoded';
import type { Hex } from '../../../src/core/chain/primitives';

const result = (values: readonly Decoded[], raw: Hex = '0x12') => ({ values, raw, blockNumber: 1, at: 0 });
const number = (name: string, text: string): Decoded => ({
  name,
  type: 'uint256',
  kind: 'integer',
  text,
  length: text.length,
});

test('what is copied of a result is all of it', () => {
  const list = (length: number): Decoded => ({
    name: 'all',
    type: 'uint256[]',
    kind: 'array',
    text: '',
    length,
    items: [number('0', '5')],
  });
  expect(resultText(result([number('total', '5')]))).toBe('5');
  expect(resultText(result([number('a', '5'), number('b', '6')]))).toBe('{"a":"5","b":"6"}');
  expect(resultText(result([list(1)]))).toBe('["5"]');
  // Of a longer list the first items alone were decoded.
  expect(resultText(result([list(2)]))).toBe('0x12');
});
