import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { formatConsole } from '../../../../src/core/source/console/console-format';

const text = (value: string): Decoded => ({ name: '', type: 'string', kind: 'string', text: value, length: 0 });
const number = (value: string): Decoded => ({ name: '', type: 'uint256', kind: 'integer', text: value, length: 0 });
const bool = (value: string): Decoded => ({ name: '', type: 'bool', kind: 'bool', text: value, length: 0 });

test('values stand beside each other', () => {
  expect(formatConsole([])).toBe('');
  expect(formatConsole([number('5'), text('%d'), bool('true')])).toBe('5 %d true');
});

test('a first text is a format', () => {
  expect(formatConsole([text('%s has %d of %i%%'), text('A'), number('5'), number('7')])).toBe('A has 5 of 7%');
  expect(formatConsole([text('%x %o'), number('255'), text('A')])).toBe("0xff 'A'");
  // What Anvil 1.7.1 prints of console.log("%x", int256(-255)).
  expect(formatConsole([text('%x'), number('-255')])).toBe(`0x${'f'.repeat(62)}01`);
  expect(formatConsole([text('%d'), text('A')])).toBe('NaN');
});

test('marks without a value stay, values without a mark follow', () => {
  expect(formatConsole([text('%s %s'), number('1')])).toBe('1 %s');
  expect(formatConsole([text('a'), number('1'), number('2')])).toBe('a 1 2');
});

test('numbers with an exponent and with decimals are written as Forge writes them', () => {
  expect(formatConsole([text('%18e tok'), number('1500000000000000000')])).toBe('1.5 tok');
  expect(formatConsole([text('%e'), number('1500')])).toBe('1.5e3');
  expect(formatConsole([text('%8e and %i'), number('420000000'), number('3')])).toBe('4.2 and 3');
  expect(formatConsole([text('%18e'), number('-2500000000000000000')])).toBe('-2.5');
  expect(formatConsole([text('%18e %e'), number('1'), number('0')])).toBe('0.000000000000000001 0e0');
  expect(formatConsole([text('%e %2e'), text('A'), number('200')])).toBe('NaN 2');
});
