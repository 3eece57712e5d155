import { parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { decodeParameters } from '../../../src/core/abi/decode-parameters';
import { cutTexts, type Decoded } from '../../../src/core/abi/decoded';
import { callText, cutValue } from '../../../src/core/abi/value-text';

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

test('a value whose word has bits that its type has no room for is marked, also among others', () => {
  const types = createAbiIndex(parseAbi(['function f(address a, bool b, int8 c, bytes2 d, address[] e)'])).functions;
  const entry = [...types.values()][0];
  // By hand: each word with one bit more than its type has room for.
  const words = [
    `01${'0'.repeat(22)}${'ab'.repeat(20)}`,
    '2'.padStart(64, '0'),
    `0${'f'.repeat(63)}`,
    `beef${'0'.repeat(59)}1`,
    'a0'.padStart(64, '0'),
    '1'.padStart(64, '0'),
    `01${'0'.repeat(22)}${'cd'.repeat(20)}`,
  ];
  const bytes = Uint8Array.from(Buffer.from(words.join(''), 'hex'));
  const decoded = decodeParameters(entry?.inputs ?? [], bytes, { text: 100, values: 100 });
  expect(decoded?.values.map((value) => cutValue(value).text)).toEqual([
    '0xababab…abab (dirty bits)',
    'true (dirty bits)',
    '-1 (dirty bits)',
    '0xbeef (dirty bits)',
    '[0xcdcdcd…cdcd (dirty bits)]',
  ]);
});

test('digits of integers stand in groups', () => {
  expect(cutValue(integer('deadline', '1700000000'))).toEqual({ text: '1,700,000,000', cut: false });
  expect(cutValue(integer('delta', '-1234567')).text).toBe('-1,234,567');
});

/** The id of a proposal, as a governor makes it of a hash (77 digits). */
const PROPOSAL = '27872017935146903212836428416529213945062716402349302741943412741234123417141';

test('integers of more digits than one reads are shortened in the middle, as addresses are', () => {
  expect(cutValue(integer('id', PROPOSAL))).toEqual({ text: '278720…7141', cut: true });
  expect(cutValue(integer('delta', `-${PROPOSAL}`)).text).toBe('-27872…7141');
  expect(cutValue(tuple([integer('id', PROPOSAL), integer('state', '3')]))).toEqual({
    text: '{id: 278720…7141, state: 3}',
    cut: true,
  });
  const state: Decoded = { ...integer('current', '1'), type: 'uint8' };
  expect(callText('GovernorUnexpectedProposalState', [integer('proposalId', PROPOSAL), state], 160)).toBe(
    'GovernorUnexpectedProposalState(278720…7141, 1)',
  );
});

test('members of which none fits are counted', () => {
  const text = 'x'.repeat(100);
  const long: Decoded = { name: 'text', type: 'string', kind: 'string', text, length: 100 };
  expect(cutValue(tuple([long, integer('b', '2')])).text).toBe('{2 members}');
});

test('a text with quotes in it is one value among others, and not several', () => {
  const text = (value: string): Decoded => ({
    name: '',
    type: 'string',
    kind: 'string',
    text: value,
    length: value.length,
  });
  expect(callText('Bad', [text('a", 100, "b'), text('C:\\')], 100)).toBe('Bad("a\\", 100, \\"b", "C:\\\\")');
});

test('the hash of an indexed text is not quoted as if it were the text', () => {
  const text = `0x5ef0c22a${'d5'.repeat(28)}`;
  const hash: Decoded = { name: 'topic', type: 'string', kind: 'string', text, length: 66, hashed: true };
  expect(cutValue(hash)).toEqual({ text: 'keccak256 0x5ef0c2…d5d5', cut: true });
});

test('a text among arguments stands in quotes, so that it is told from a name', () => {
  const text = 'AA24 signature error';
  const reason: Decoded = { name: 'reason', type: 'string', kind: 'string', text, length: text.length };
  expect(callText('FailedOp', [integer('opIndex', '0'), reason], 160)).toBe('FailedOp(0, "AA24 signature error")');
});

test('an enum reads by its member among arguments and in a struct', () => {
  const side: Decoded = { ...integer('side', '1'), type: 'uint8', member: 'Sell', declared: 'enum Lib.Side' };
  expect(callText('Bad', [side, integer('n', '1')], 160)).toBe('Bad(Sell, 1)');
  expect(cutValue(tuple([side])).text).toBe('{side: Sell}');
});

test('an amount of a token reads in its unit, also in a struct; an allowance without end as such', () => {
  const amount: Decoded = { ...integer('value', '7000000'), token: { decimals: 6, symbol: 'PTK' } };
  expect(cutValue(amount)).toEqual({ text: '7.0 PTK', cut: true });
  expect(cutValue(tuple([amount])).text).toBe('{value: 7.0 PTK}');
  expect(cutValue({ ...amount, token: { decimals: 6, symbol: 'PTK', unlimited: true } }).text).toBe('unlimited PTK');
});

test('a symbol that would go on with the number is quoted, and one that is data shortened', () => {
  const of = (symbol: string) => cutValue({ ...integer('value', '42'), token: { decimals: 0, symbol } }).text;
  expect(of(',000,000 USDC')).toBe('42 “,000,000 US…”');
  expect(of('12b4c3d0b2a79a9e32d7c5f1ff3e8c9e6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d')).toBe('42 12b4c3…');
  expect(of('USDC')).toBe('42 USDC');
});

test('bytes that hold one call or error read as it, and those that hold more as how many', () => {
  const error: Decoded = {
    ...tuple([address, integer('balance', '3')]),
    name: 'ERC20InsufficientBalance',
    type: 'error',
  };
  const bytes: Decoded = { name: 'why', type: 'bytes', kind: 'bytes', text: '0xe450d38c', length: 10, nested: [error] };
  expect(cutValue(bytes).text).toBe('ERC20InsufficientBalance(0x707070…7070, 3)');
  expect(cutValue({ ...bytes, nested: [error, error] }).text).toBe('2 calls');
});

test('an amount that is too long loses its fraction or is counted in powers of ten, and never digits of its whole', () => {
  const amount = (text: string, symbol = 'SIX'): Decoded => ({
    ...integer('value', text),
    token: { decimals: 6, symbol },
  });
  // 10^30 smallest units of six decimals are 10^24.
  expect(cutValue(amount(`1${'0'.repeat(30)}`)).text).toBe('≈1.000e24 SIX');
  expect(cutValue(amount(`${2n ** 256n - 2n}`)).text).toBe('≈1.157e71 SIX');
  expect(cutValue(amount('999999999999999999999999', 'LONGSYMBOL')).text).toBe('≈9.999e17 LONGSYMBOL');
  expect(cutValue(amount('999999999999999999999', 'LONGSYM')).text).toBe('≈999,999,999,999,999 LONGSYM');
  expect(cutValue(amount('1500000')).text).toBe('1.5 SIX');
  // 30 characters are what a value has room for, the sign of the rounding among them.
  expect(cutValue(amount('9999999999999999999999', 'LONGSYM')).text).toBe('≈9,999,999,999,999,999 LONGSYM');
  expect(cutValue(amount('9999999999999999999999', 'LONGSYMB')).text).toBe('≈9.999e15 LONGSYMB');
});

test('bytes whose text was cut end in their own last digits, and are never shown as whole', () => {
  const data = Uint8Array.from({ length: 100 }, (_, at) => at);
  const [bytes] =
    decodeParameters(
      [...createAbiIndex(parseAbi(['function f(bytes a)'])).functions.values()][0]?.inputs ?? [],
      Uint8Array.from(
        Buffer.from(
          `${'20'.padStart(64, '0')}${'64'.padStart(64, '0')}${Buffer.from(data).toString('hex')}${'0'.repeat(56)}`,
          'hex',
        ),
      ),
      { text: 50, values: 10 },
    )?.values ?? [];
  for (const value of [
    bytes,
    ...cutTexts([{ ...(bytes as Decoded), text: `0x${Buffer.from(data).toString('hex')}` }], 20),
  ])
    for (const room of [30, 400]) expect(cutValue(value as Decoded, room).text).toBe('0x000102…6263');
  const text: Decoded = { name: 's', type: 'string', kind: 'string', text: 'abc', length: 9 };
  expect(cutValue(text)).toEqual({ text: '"abc…"', cut: true });
});
