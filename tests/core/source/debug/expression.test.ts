import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { evaluate } from '../../../../src/core/source/debug/evaluate';
import { parseExpression } from '../../../../src/core/source/debug/expression';

const leaf = (name: string, type: string, kind: Decoded['kind'], text: string): Decoded => ({
  name,
  type,
  kind,
  text,
  length: text.length,
});
const integer = (name: string, value: bigint, type = 'uint256') => leaf(name, type, 'integer', String(value));

const ALICE = '0x00000000000000000000000000000000000a11ce';
const VARIABLES: Decoded[] = [
  integer('want', 1240n),
  integer('reserve1', 980n),
  integer('small', 250n, 'uint8'),
  integer('signed', -5n, 'int128'),
  integer('most', (1n << 256n) - 1n),
  leaf('owner', 'address', 'address', ALICE),
  leaf('paused', 'bool', 'bool', 'false'),
  leaf('name', 'string', 'string', 'Loupe'),
  leaf('side', 'enum Side', 'integer', 'Buy'),
  leaf('data', 'bytes', 'bytes', '0xdeadbeef'),
  leaf('pointer', 'uint256[]', 'bytes', 'not readable here'),
  {
    ...leaf('path', 'address[]', 'array', ''),
    length: 2,
    items: [leaf('0', 'address', 'address', ALICE), leaf('1', 'address', 'address', ALICE.replace('a11ce', 'b0b00'))],
  },
  {
    ...leaf('order', 'struct Order', 'tuple', ''),
    length: 2,
    items: [integer('amount', 7n), leaf('open', 'bool', 'bool', 'true')],
  },
  integer(`balances[${ALICE}]`, 42n),
  leaf('msg.sender', 'address', 'address', ALICE),
  integer('msg.value', 10n ** 18n),
];

/** `type text`, the note behind it; or the sentence of the error. */
function result(text: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed.error;
  const value = evaluate(parsed.value, (name) => VARIABLES.find((variable) => variable.name === name));
  if (!value.ok) return value.error;
  const { value: decoded, note } = value.value;
  return `${decoded.type} ${decoded.text}${note === '' ? '' : ` | ${note}`}`;
}

test.each([
  ['reserve1 < want', 'bool true'],
  ['want - reserve1 * 2 / 4 + 1', 'uint256 751'],
  ['(want - reserve1) * 2', 'uint256 520'],
  ['2 ** 3 ** 2', 'uint256 512'],
  ['-signed + 1', 'int128 6'],
  ['-7 / 2', 'int256 -3'],
  ['-7 % 3', 'int256 -1'],
  ['1 << 4 | 3', 'uint256 19'],
  ['2 ** 256 - 1 == most', 'bool true'],
  ['-(2 ** 255) == -(2 ** 256) / 2', 'bool true'],
  ['0xff & ~0x0f', 'uint256 240'],
  ['small >> 1', 'uint8 125'],
  ['~small', 'uint8 5'],
  ['1_000 + 0x10', 'uint256 1016'],
  ['0.5 ether == 5e17', 'bool true'],
  ['2 gwei + 1 wei', 'uint256 2000000001'],
  ['1.5 minutes', 'uint256 90'],
  ['msg.value >= 1 ether && msg.sender == owner', 'bool true'],
  ['!paused || 1 / 0 == 1', 'bool true'],
  ['paused && missing', 'bool false'],
  ['paused ? want : reserve1', 'uint256 980'],
  ['owner == 0x00000000000000000000000000000000000A11CE', 'bool true'],
  ['owner != address(0)', 'bool true'],
  ['address(0xa11ce) == owner', 'bool true'],
  ['name == "Loupe"', 'bool true'],
  ["side == 'Buy'", 'bool true'],
  ['data.length', 'uint256 4'],
  ['data[0] == 0xde', 'bool true'],
  ['path.length - 1', 'uint256 1'],
  ['path[0] == owner', 'bool true'],
  ['order.amount * 6', 'uint256 42'],
  ['order.open', 'bool true'],
  ['balances[owner]', 'uint256 42'],
  ['balances[msg.sender] == balances[path[0]]', 'bool true'],
  ['uint8(want)', 'uint8 216 | 1240 does not fit uint8: the conversion cuts it to 216.'],
  ['int256(want)', 'int256 1240'],
])('%s is %s', (text, expected) => {
  expect(result(text)).toBe(expected);
});

test.each([
  ['small + small', /^uint8 500 \| Overflow: 500 does not fit uint8\. .*unchecked code goes on with 244\.$/],
  ['reserve1 - want', /^uint256 -260 \| Underflow: -260 does not fit uint256\./],
  ['2 ** 256', /^uint256 \d+ \| Overflow: .* goes on with 0\.$/],
  ['most + 1', /^uint256 \d+ \| Overflow: .* goes on with 0\.$/],
])('%s says that it does not fit', (text, expected) => {
  expect(result(text)).toMatch(expected);
});

test.each([
  ['', 'There is no expression.'],
  ['want +', 'The expression ends too early.'],
  ['(want', 'A “)” is missing at character 6, where it ends.'],
  ['want reserve1', '“reserve1” at character 6 is not expected there.'],
  ['want = 3', '“=” at character 6 is not allowed in an expression. To compare, write ==.'],
  ['want @ 3', '“@” at character 6 is not allowed in an expression.'],
  ['0.5', '0.5 is not a whole number: name a unit, as in 0.5 ether.'],
  ['1e9999', '1e9999 is beyond any number of 256 bits.'],
  ['0x', '0x has no digits behind it.'],
  ['missing', 'missing is not in scope here, or its value is not known.'],
  ['order.price', 'There is no member price: there are amount, open.'],
  ['want.length', 'uint256 has no member length that is known here.'],
  ['path[2]', 'The index 2 is beyond the end: there are 2 items.'],
  ['want / (small - 250)', 'Division by zero.'],
  ['want + signed', 'uint256 and int128 do not mix: convert one of them.'],
  ['want + paused', '+ wants two numbers, not uint256 and bool.'],
  ['want && paused', '&& wants a bool, not uint256.'],
  ['name == want', 'string and uint256 cannot be compared.'],
  ['pointer', 'The value of pointer is not readable here.'],
  ['2 ** 1000', '2 ** 1000 is beyond any number of 256 bits.'],
  ['(256 ** 400) ** 400', '256 ** 400 is beyond any number of 256 bits.'],
  ['(2 ** 12) ** 400', '4096 ** 400 is beyond any number of 256 bits.'],
  ['uint7(1)', 'uint7 is no type.'],
  ['sync()', 'sync(…) is not a conversion of one value: functions are not called here.'],
  [`${'('.repeat(500)}1`, 'The expression is nested more than 100 deep.'],
  ['-'.repeat(500), 'The expression is nested more than 100 deep.'],
  ['1'.repeat(3000), 'The expression is longer than 2000 characters.'],
])('%s says what is wrong', (text, expected) => {
  expect(result(text)).toBe(expected);
});
