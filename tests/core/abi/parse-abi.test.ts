import { describe, expect, test } from 'vitest';
import { type ParsedAbi, parseAbi } from '../../../src/core/abi/parse-abi';
import { parseSignature, selectorOf, signatureOf } from '../../../src/core/abi/signature';

function parsed(json: unknown): ParsedAbi {
  const result = parseAbi(json);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('parseAbi', () => {
  test('reads what old compilers wrote', () => {
    const { abi } = parsed([
      { constant: true, inputs: [], name: 'name', outputs: [{ name: '', type: 'string' }], payable: false },
      { name: 'pay', payable: true, type: 'function' },
      { name: 'both', constant: false, inputs: [], type: 'function' },
      { type: 'fallback' },
      { type: 'constructor', inputs: null, payable: true },
    ]);
    expect(abi.map((entry) => ('stateMutability' in entry ? entry.stateMutability : ''))).toEqual([
      'view',
      'payable',
      'nonpayable',
      'nonpayable',
      'payable',
    ]);
    expect(abi[1]).toEqual({ type: 'function', name: 'pay', inputs: [], outputs: [], stateMutability: 'payable' });
  });

  test('keeps names that are long, and leaves out those that are beyond all reason', () => {
    const long = { type: 'function', name: 'n'.repeat(24_000), inputs: [], outputs: [], stateMutability: 'view' };
    const { abi, warnings } = parsed([long, { ...long, name: 'n'.repeat(40_000) }]);
    expect(abi).toEqual([long]);
    expect(warnings).toEqual(['Entry 1 is left out: its name is longer than 32768 characters.']);
  });

  test('reads JSON text, artifacts and lists of signatures', () => {
    const entry = { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'view' };
    expect(parsed(JSON.stringify([entry])).abi).toEqual([entry]);
    expect(parsed({ contractName: 'X', abi: [entry] }).abi).toEqual([entry]);
    expect(parsed(['function ping() view']).abi).toEqual([entry]);
    expect(
      parsed(['receive() external payable', 'event E(uint256 indexed)', 'error X()', 'constructor(uint a)']).abi,
    ).toHaveLength(4);
    expect(parsed([]).abi).toEqual([]);
  });

  test('reads the answer of an explorer, and says where that has none', () => {
    const entry = { type: 'function', name: 'ping', inputs: [], outputs: [], stateMutability: 'view' };
    expect(parsed(JSON.stringify({ status: '1', message: 'OK', result: JSON.stringify([entry]) })).abi).toEqual([
      entry,
    ]);
    const none = { status: '0', message: 'NOTOK', result: 'Contract source code not verified' };
    expect(parseAbi(none)).toEqual({
      ok: false,
      error: 'It holds no ABI, but “Contract source code not verified”.',
    });
  });

  test('reads lines of Solidity, of an interface too', () => {
    const names = (text: string) => parsed(text).abi.map((entry) => ('name' in entry ? entry.name : entry.type));
    expect(names('function ping() view\nevent Pong(uint256 indexed)\nerror Lost(bytes32 what)')).toEqual([
      'ping',
      'Pong',
      'Lost',
    ]);
    const file = `// SPDX-License-Identifier: MIT
      pragma solidity ^0.8.0;
      interface IPing is IBase {
        /* function old() external; */
        function ping(
          uint256 a, // how often
          address b
        ) external view returns (uint256);
        receive() external payable;
      }`;
    expect(names(file)).toEqual(['ping', 'receive']);
    expect(parseAbi('no function at all')).toEqual({ ok: false, error: 'The ABI is not valid JSON.' });
  });

  test('leaves out a function that says nothing of what it may do', () => {
    expect(parseAbi('[{"type":"function","name":"balanceOf"}]')).toEqual({
      ok: false,
      error: 'No entry of the ABI can be used. Entry 0 is left out: it states no mutability.',
    });
  });

  test('leaves out what it cannot use and says why', () => {
    const good = { type: 'function', name: 'a', inputs: [], constant: true };
    expect(
      parsed([
        good,
        { type: 'function' },
        7,
        { type: 'modifier', name: 'm' },
        { ...good, inputs: [{}] },
        { ...good, inputs: {} },
        'f(',
      ]).warnings,
    ).toEqual([
      'Entry 1 is left out: it has no name.',
      'Entry 2 is left out: it is no object.',
      'Entry 3 is left out: its type is not one of an ABI.',
      'Entry 4 is left out: a parameter has no type.',
      'Entry 5 is left out: its parameters are no list.',
      'Entry 6 is left out: A parameter lacks its type.',
    ]);
  });

  test('refuses what is no ABI, and bounds what is too much of one', () => {
    for (const json of ['', '{', '{}', 'null', '"abi"', '[1]', 7, null, undefined])
      expect(parseAbi(json).ok).toBe(false);
    expect(parseAbi(Array(10_001).fill({ type: 'receive' })).ok).toBe(false);
    let deep: unknown = { type: 'uint8' };
    for (let level = 0; level < 100; level++) deep = { type: 'tuple', components: [deep] };
    expect(parseAbi([{ type: 'function', name: 'f', inputs: [deep] }]).ok).toBe(false);
    expect(parseAbi([{ type: 'function', name: 'f'.repeat(40_000) }]).ok).toBe(false);
    const many = parsed([{ type: 'receive' }, ...Array(100).fill({})]);
    expect(many.warnings).toHaveLength(20);
  });
});

describe('signatures', () => {
  test.each([
    ['transfer(address,uint256)', 'transfer(address,uint256)'],
    ['function transfer(address to, uint amount) external returns (bool);', 'transfer(address,uint256)'],
    ['f((uint a, (bytes,int)[2] b)[] c, tuple(bool) d)', 'f((uint256,(bytes,int256)[2])[],(bool))'],
    ['f(string memory s, bytes calldata b, address payable p, uint256[] storage)', 'f(string,bytes,address,uint256[])'],
    ['event Transfer(address indexed from, address indexed, uint256)', 'Transfer(address,address,uint256)'],
    [' f ( ) ', 'f()'],
    ['f(byte,fixed,ufixed8x1,function)', 'f(bytes1,fixed128x18,ufixed8x1,function)'],
    ['functional(uint8)', 'functional(uint8)'],
    ['errorOf()', 'errorOf()'],
    ['error(string)', 'error(string)'],
    ['constructor(uint8 a)', '(uint8)'],
    ['$_1()', '$_1()'],
  ])('reads %s', (text, signature) => {
    const result = parseSignature(text);
    expect(result.ok ? signatureOf(result.value) : result.error).toBe(signature);
  });

  test.each([
    '',
    'f',
    'f(',
    'f(uint8',
    'f(uint8,)',
    'f(,)',
    'f(uint8))',
    '1f()',
    'f(uint9)',
    'f(<b>)',
    'f() oops',
    `f(${'('.repeat(50)}`,
  ])('refuses %j', (text) => {
    expect(parseSignature(text).ok).toBe(false);
  });

  test('hashes to selectors', () => {
    expect(selectorOf('transfer(address,uint256)')).toBe('0xa9059cbb');
    // A library's own types keep their names (Solidity docs, Libraries).
    const entry = {
      name: 'f',
      inputs: [{ type: 'Lib.Choice', internalType: 'enum Lib.Choice' }, { type: 'Lib.Data storage' }],
    };
    expect(signatureOf(entry)).toBe('f(Lib.Choice,Lib.Data storage)');
  });

  test('reads long and deep ones in linear time', () => {
    expect(parseSignature(`f(${'uint8,'.repeat(500)}uint8)`).ok).toBe(true);
    expect(parseSignature(`f(${'uint8,'.repeat(5_000)}uint8)`).ok).toBe(false);
    expect(parseSignature(`f(uint8${' '.repeat(9_000)})`).ok).toBe(true);
  });
});
