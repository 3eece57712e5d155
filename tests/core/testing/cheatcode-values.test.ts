/** Values of cheatcodes, beside those of the standards they follow and of forge 1.7.1. */
import { expect, test } from 'vitest';
import { CHAIN_CODES } from '../../../src/core/testing/cheatcodes/chains';
import type { Cheatcodes } from '../../../src/core/testing/cheatcodes/cheatcode';
import { ED25519 } from '../../../src/core/testing/cheatcodes/ed25519';
import { ENVIRONMENT } from '../../../src/core/testing/cheatcodes/environment';
import { parseValue } from '../../../src/core/testing/cheatcodes/parse-values';
import { PROCESSES } from '../../../src/core/testing/cheatcodes/processes';
import { JSON_CODES } from '../../../src/core/testing/cheatcodes/serialize-json';
import type { Vm } from '../../../src/core/testing/cheats/vm';

function call(codes: Cheatcodes, name: string, args: readonly unknown[], vm?: Vm): unknown {
  const [, code] = Object.entries(codes).find(([signature]) => signature.startsWith(name)) ?? [];
  if (code === undefined) throw new Error(`no cheatcode ${name}`);
  return code(vm as Vm, args as never);
}

/** RFC 8032, section 7.1, test 3. */
const KEY = '0xc5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7';
const PUBLIC = '0xfc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025';
const SIGNATURE =
  '0x6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a';

test('Ed25519 signs the namespace with the message behind it', () => {
  expect(call(ED25519, 'createEd25519Key', [KEY])).toEqual([PUBLIC, KEY]);
  expect(call(ED25519, 'signEd25519', ['0xaf', '0x82', KEY])).toBe(SIGNATURE);
  expect(call(ED25519, 'verifyEd25519', [SIGNATURE, '0xaf', '0x82', PUBLIC])).toBe(true);
  expect(call(ED25519, 'verifyEd25519', [SIGNATURE, '0xaf', '0x83', PUBLIC])).toBe(false);
  expect(call(ED25519, 'verifyEd25519', ['0x00', '0xaf', '0x82', PUBLIC])).toBe(false);
});

test('a chain is known by name and by id, its alias by the endpoint of the project', () => {
  const rpcEndpoints = { mainnet: 'https://node.test', sepolia: `\${RPC}` };
  const vm = { project: { settings: { rpcEndpoints } }, kept: { environment: new Map() } } as unknown as Vm;
  expect(call(CHAIN_CODES, 'getChain(string)', ['mainnet'], vm)).toEqual([
    'mainnet',
    1n,
    'mainnet',
    'https://node.test',
  ]);
  expect(call(CHAIN_CODES, 'getChain(uint256)', [80094n], vm)).toEqual(['berachain', 80094n, '80094', '']);
  expect(call(CHAIN_CODES, 'getChain(uint256)', [11155111n], vm)).toEqual(['sepolia', 11155111n, '11155111', '']);
  expect(() => call(CHAIN_CODES, 'getChain(string)', ['42161222'], vm)).toThrow('invalid chain alias: 42161222');
});

const NO_PREFIX = 'missing hex prefix ("0x") for hex string';
const TOO_LARGE = `0x1${'0'.repeat(64)}`;

test.each([
  ['uint256', 'dd', NO_PREFIX],
  ['uint256', '', NO_PREFIX],
  ['uint256', '1'.repeat(90), NO_PREFIX],
  ['uint256', '0xzz', 'parser error:\n0xzz\n  ^\nexpected at least one digit'],
  ['uint256', '-1', 'parser error:\n-1\n^\nexpected at least one digit'],
  ['uint256', '1e-2', 'parser error:\n1e-2\n    ^\nnegative units not allowed'],
  ['uint256', '1.5', 'parser error:\n1.5\n   ^\nnon-zero fraction .5 not allowed'],
  [
    'uint256',
    TOO_LARGE,
    `parser error:\n${TOO_LARGE}\n${' '.repeat(67)}^\nthe value is too large to fit the target type`,
  ],
  ['int256', '-dd', 'parser error:\n-dd\n ^\nexpected at least one digit'],
  ['int256', '1 2', 'parser error:\n1 2\n  ^\n'],
  ['bytes32', '0xdd', 'parser error:\n0xdd\n    ^\ninvalid string length'],
  ['bytes32', 'zz', 'parser error:\nzz\n^\nexpected hex digits or the `0x` prefix for an empty hex string'],
  ['bytes', '0xd', 'parser error:\n0xd\n^\nodd number of digits'],
  ['bool', 'yes', 'parser error:\nyes\n   ^\ninvalid boolean'],
  ['address', 'dd', 'parser error:\ndd\n^\ninvalid string length'],
] as const)('no %s: %s', (type, text, why) => {
  expect(() => parseValue(text, type)).toThrow(`failed parsing "${text}" as type \`${type}\`: ${why}`);
});

test('why a variable cannot be read does not tell its value', () => {
  const vm = { kept: { environment: new Map([['KEY', 'hello']]) } } as unknown as Vm;
  const environment = vm.kept.environment;
  const read = (name: string, ...args: string[]) => call(ENVIRONMENT, name, args, vm);
  expect(() => read('envUint(string)(', 'KEY')).toThrow(
    'failed parsing $KEY as type `uint256`: parser error:\n$KEY\n^\nexpected at least one digit',
  );
  environment.set('LIST', '1,dd');
  expect(() => read('envUint(string,string)', 'LIST', ',')).toThrow('failed parsing "dd" as type `uint256`: missing');
});

test('a process is refused by the configuration first', () => {
  const vm = (ffi: boolean) => ({ project: { settings: { ffi } }, kept: {} }) as unknown as Vm;
  expect(() => call(PROCESSES, 'ffi', [['ls']], vm(false))).toThrow(
    'FFI is disabled; add the `--ffi` flag to allow tests to call external commands',
  );
  expect(() => call(PROCESSES, 'ffi', [['ls']], vm(true))).toThrow('no process is started here');
});

test.each([
  ['[1, 2]', '"[1, 2]"'],
  ['12', '"12"'],
  [
    ' { "9": 1, "b": [ 1.50 , "x", {"3":1,"a":1e3, "1": null}], "1": 2 }',
    '{"9":1,"b":[1.50,"x",{"3":1,"a":1e+3,"1":null}],"1":2}',
  ],
])('the text %s is written into an object as forge 1.7.1 writes it', (text, written) => {
  const vm = { kept: { objects: new Map() } } as unknown as Vm;
  expect(call(JSON_CODES, 'serializeString(string,string,string)', ['o', 'k', text], vm)).toBe(`{"k":${written}}`);
});

test('fields of a whole object keep the order of what is in them', () => {
  const vm = { kept: { objects: new Map() } } as unknown as Vm;
  call(JSON_CODES, 'serializeJson', ['o', '{"9":{"7":1,"a":2,"3":4},"1":[{"5":1,"4":2}]}'], vm);
  expect(call(JSON_CODES, 'serializeUint(string,string,uint256)', ['o', 'x', 1n], vm)).toBe(
    '{"1":[{"5":1,"4":2}],"9":{"7":1,"a":2,"3":4},"x":1}',
  );
  expect(() => call(JSON_CODES, 'serializeJson', ['o', '[1]'], vm)).toThrow('failed parsing JSON');
});
