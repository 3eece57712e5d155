/** JSON becomes the bytes that forge 1.7.1 documents for `vm.parseJson`; viem encodes what is expected. */
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { jsonBytes } from '../../../src/core/testing/cheatcodes/json-bytes';
import { describedType, typedBytes } from '../../../src/core/testing/cheatcodes/json-types';
import { readJson, readToml, select } from '../../../src/core/testing/cheatcodes/json-values';
import type { CheatProject } from '../../../src/core/testing/cheats/vm';

const projectWith = (nodes: readonly unknown[]) =>
  ({ artefacts: [{ raw: { ast: { nodes } } }] }) as unknown as CheatProject;
const bare = projectWith([]);
const encode = (types: string, values: readonly unknown[]) =>
  encodeAbiParameters(parseAbiParameters(types) as never, values as never);

test.each([
  ['{"b":[1,-2],"a":"hai"}', '(string,int256[])', [['hai', [1n, -2n]]]],
  ['{"z":true,"a":{"c":1,"b":2}}', '((uint256,uint256),bool)', [[[2n, 1n], true]]],
  ['["0x01","0x02"]', 'bytes[]', [['0x01', '0x02']]],
  ['"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"', 'address', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']],
  ['"115792089237316195423570985008687907853269984665640564039457584007913129639935"', 'uint256', [2n ** 256n - 1n]],
  ['18446744073709551617', 'uint256', [2n ** 64n + 1n]],
  ['"42"', 'string', ['42']],
  ['null', 'bytes32', [`0x${'0'.repeat(64)}`]],
] as const)('%s is encoded as %s', (text, types, values) => {
  expect(jsonBytes([readJson(text)], bare)).toBe(encode(types, values));
});

test('fields stand as a struct of the project has them', () => {
  const member = (name: string) => ({ name });
  const project = projectWith([
    { nodeType: 'StructDefinition', name: 'Pair', members: [member('second'), member('first')] },
  ]);
  expect(jsonBytes([readJson('{"first":1,"second":2}')], project)).toBe(encode('uint256,uint256', [2n, 1n]));
});

test('a path chooses one value, many or none', () => {
  const value = readToml('[[items]]\nid = 1\n[[items]]\nid = 2\n');
  expect(jsonBytes(select(value, '.items[*].id'), bare)).toBe(encode('uint256[]', [[1n, 2n]]));
  expect(jsonBytes(select(value, '$.items[1].id'), bare)).toBe(encode('uint256', [2n]));
  expect(jsonBytes(select(value, '.none'), bare)).toBe('0x');
});

test('a fraction and a short address are refused', () => {
  expect(() => jsonBytes([readJson('1.5')], bare)).toThrow('unsupported JSON number: 1.5');
  expect(() => jsonBytes([readJson(`"0x${'1'.repeat(39)}"`)], bare)).toThrow('as an address');
});

test('a struct in the words of EIP-712 states the order and the types', () => {
  const type = describedType('Outer(Inner[] list,bytes4 tag)Inner(int24 x)');
  const value = readJson('{"tag":"0x12345678","list":[{"x":-5}]}');
  expect(typedBytes(value, type)).toBe(encode('((int24)[],bytes4)', [[[[-5]], '0x12345678']]));
  expect(() => typedBytes(readJson('{"tag":"0x12345678"}'), type)).toThrow('field "list" not found in JSON object');
});

test.each(['.cases[1].name', '.cases.[1].name', '$.cases.[1].["name"]', "$['cases'][1].name", '$.cases.1.name'])(
  'the path %s leads to its value',
  (path) => {
    expect(select(readJson('{"cases": [{"name": "a"}, {"name": "b"}]}'), path)).toEqual(['b']);
  },
);

/** What `vm.parseJsonKeys` and `vm.parseTomlKeys` of forge 1.7.1 give for the same texts. */
const KEYS = [
  [readJson, '{"b":1,"10":2,"a":{"z":1,"2":5},"9":3,"__proto__":4,"01":6,"-1":7}', '$', 'b,10,a,9,__proto__,01,-1'],
  [readJson, '{"b":1,"10":2,"a":{"z":1,"2":5,"1":6}}', '.a', 'z,2,1'],
  [readJson, '{"b":1,"a":2,"b":3}', '$', 'b,a'],
  [readToml, 'b = 1\n10 = 2\na = 3\n9 = 4\n', '$', 'b,10,a,9'],
  [readToml, '[z]\n7 = 1\na = 2\n"3" = 4\n9.q = 1\n', '.z', '7,a,3,9'],
  [readToml, 'z = { 7 = 1, a = 2, 3 = 4 }\n', '.z', '7,a,3'],
  [readToml, "a = '''\n10 = 1\n'''\n7 = 1 # 2 = 1\nb = [\n [3],\n {2 = 1}]\n[4.c]\n[[1]]\n", '$', 'a,7,b,4,1'],
] as const;

test.each(KEYS)('keys stand in the order of the text, case %#', (read, text, path, keys) => {
  const [value] = select(read(text), path);
  expect(value instanceof Map && [...value.keys()].join()).toBe(keys);
});

test('numbers that JSON writes with an exponent', () => {
  const [power, point, large] = ['1e3', '2.5E+1', '1e20'].map((text) =>
    typedBytes(readJson(text), { type: 'uint256' }),
  );
  expect([power, point, large]).toEqual([1000n, 25n, 10n ** 20n].map((value) => encode('uint256', [value])));
});
