import { expect, test } from 'vitest';
import { copiedBytes, cutValue, digitsBeyond, wordText } from '../../../src/app/views/trace/row-format';
import type { Decoded } from '../../../src/core/abi/decoded';

const integer = (name: string, text: string): Decoded => ({
  name,
  type: 'uint256',
  kind: 'integer',
  text,
  length: text.length,
});
const address: Decoded = { name: 'maker', type: 'address', kind: 'address', text: `0x${'70'.repeat(20)}`, length: 42 };

function tuple(items: readonly Decoded[]): Decoded {
  return { name: 'order', type: 'tuple', kind: 'tuple', text: '', length: items.length, items };
}

test('a struct is cut between its members, and closed', () => {
  const order = tuple([
    address,
    integer('price', '123456789'),
    integer('id', '77'),
    integer('deadline', '1700000000000000000000'),
  ]);
  expect(cutValue(order)).toEqual({ text: '{maker: 0x707070…7070, price: 123,456,789, id: 77, … 1 more}', cut: true });
});

test('a struct that fits is whole', () => {
  expect(cutValue(tuple([integer('a', '1'), integer('b', '2')]))).toEqual({ text: '{a: 1, b: 2}', cut: false });
});

test('a struct with a member that stands shortened or by a name has more to show', () => {
  const known: Decoded = { ...address, known: { text: 'Maker', origin: 'reader' } };
  expect(cutValue(tuple([address, integer('id', '1')]))).toEqual({ text: '{maker: 0x707070…7070, id: 1}', cut: true });
  expect(cutValue(tuple([known]))).toEqual({ text: '{maker: Maker}', cut: true });
  const hash: Decoded = { name: 'root', type: 'bytes32', kind: 'bytes', text: `0x${'ab'.repeat(32)}`, length: 66 };
  expect(cutValue(tuple([hash])).cut).toBe(true);
  expect(cutValue(tuple([{ ...hash, text: '0xab', length: 4 }]))).toEqual({ text: '{root: 0xab}', cut: false });
  const five = Array.from({ length: 5 }, (_, at) => integer('', `${at}`));
  const list: Decoded = { name: 'ids', type: 'uint256[]', kind: 'array', text: '', length: 5, items: five };
  expect(cutValue(tuple([list])).cut).toBe(true);
  expect(cutValue(tuple([{ ...list, length: 4, items: five.slice(1) }])).cut).toBe(false);
});

test('digits of integers stand in groups, those of a word that is one too', () => {
  expect(cutValue(integer('deadline', '1700000000'))).toEqual({ text: '1,700,000,000', cut: false });
  expect(cutValue(integer('delta', '-1234567')).text).toBe('-1,234,567');
  expect(wordText(`0x${'0'.repeat(58)}0f4240`)).toBe('1,000,000');
});

test('one member that does not fit leaves the number of members', () => {
  const text = 'x'.repeat(100);
  const long: Decoded = { name: 'text', type: 'string', kind: 'string', text, length: 100 };
  expect(cutValue(tuple([long, integer('b', '2')])).text).toMatch(/^\{… 2 more\}$/);
});

test('the hash of an indexed text is not quoted as if it were the text', () => {
  const text = `0x5ef0c22a${'d5'.repeat(28)}`;
  const hash: Decoded = { name: 'topic', type: 'string', kind: 'string', text, length: 66, hashed: true };
  expect(cutValue(hash)).toEqual({ text: 'keccak256 0x5ef0c2…d5d5', cut: true });
});

test('bytes of which not all came are copied as the part they are', () => {
  expect(copiedBytes('data', '0xabcd', 2)).toBe('data');
  expect(copiedBytes('data', '0xabcd', 3)).toBe('the first 2 bytes of data');
  expect(digitsBeyond(4_000, 1_999)).toBe(0);
  expect(digitsBeyond(4_000, 1_000_000)).toBe(1_996_002);
});
