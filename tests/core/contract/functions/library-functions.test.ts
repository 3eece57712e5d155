import { type Abi, encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../../src/core/abi/abi-index';
import { decodeCalldata, decodeReturn } from '../../../../src/core/abi/decode';
import { cutValue } from '../../../../src/core/abi/value-text';
import { hexToBytes } from '../../../../src/core/chain/hex';
import { parseBuildOutput } from '../../../../src/core/contract/build-output/build-output';
import { libraryFunctions } from '../../../../src/core/contract/functions/library-functions';
import { newestSolc } from '../../../helpers/solc';

const mean = {
  type: 'function',
  name: 'mean',
  inputs: [{ name: 'values', type: 'uint256[]' }],
  outputs: [],
  stateMutability: 'pure',
} as const;
const abi: Abi = [mean];

test('functions that take storage are known by the selector the compiler states', () => {
  const identifiers = {
    'mean(uint256[])': '21a90021',
    'summarize(uint256[] storage,Statistics.Summary storage)': '397e52c4',
  };
  const added = libraryFunctions(abi, identifiers);
  expect(added.map((entry) => 'name' in entry && entry.name)).toEqual(['summarize']);
  const call = decodeCalldata(
    createAbiIndex([...abi, ...added]),
    hexToBytes(`0x397e52c4${'0'.repeat(63)}5${'0'.repeat(63)}7`),
    100,
  );
  expect([call?.name, call?.inputs?.map(({ text }) => text)]).toEqual(['summarize', ['5', '7']]);
});

test('a selector that is not the hash of its signature is left out, and so is what is no signature', () => {
  expect(libraryFunctions(abi, { 'steal(uint256)': 'deadbeef', 'no signature': '12345678' })).toEqual([]);
  expect(libraryFunctions(abi, undefined)).toEqual([]);
});

const LIBRARY = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
type Price is uint64;
library Lib {
  enum Side { Buy, Sell }
  struct Part { Price price; bytes note; }
  struct Order { address who; uint256 n; Part[2] parts; }
  struct Book { mapping(uint256 => Order) orders; uint256 next; }
  function a(uint256[] storage self, uint256 v) external returns (uint256) { self.push(v); return self.length; }
  function put(Book storage book, Order memory o, Side s) external returns (uint256 id, Order memory kept) {
    id = book.next++; book.orders[id].who = o.who; s; kept = o;
  }
  function m(mapping(address => uint256) storage all, Order[] calldata orders) external { all[orders[0].who] = 1; }
}`;

test('the syntax tree names the parameters of libraries, opens their structs and has their results', () => {
  const outputSelection = {
    '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
  };
  const input = { language: 'Solidity', sources: { 'L.sol': { content: LIBRARY } }, settings: { outputSelection } };
  const output = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const index = createAbiIndex(abiOf(JSON.stringify({ input, output })));
  const identifiers: Record<string, string> = output.contracts['L.sol'].Lib.evm.methodIdentifiers;
  const selector = (name: string) =>
    Object.entries(identifiers).find(([signature]) => signature.startsWith(`${name}(`))?.[1];
  const part = {
    type: 'tuple',
    components: [
      { name: 'price', type: 'uint64' },
      { name: 'note', type: 'bytes' },
    ],
  } as const;
  const order = {
    type: 'tuple',
    components: [
      { name: 'who', type: 'address' },
      { name: 'n', type: 'uint256' },
      { ...part, name: 'parts', type: 'tuple[2]' },
    ],
  } as const;
  const parts = [
    { price: 3n, note: '0xab' },
    { price: 4n, note: '0x' },
  ] as const;
  const value = { who: `0x${'0a'.repeat(20)}`, n: 9n, parts } as const;
  const text = (name: string, encoded: string) =>
    decodeCalldata(index, hexToBytes(`0x${selector(name)}${encoded.slice(2)}`), 100)?.inputs?.map(
      (input) => `${input.name}: ${cutValue(input, 200).text}`,
    );
  const put = encodeAbiParameters([{ type: 'uint256' }, order, { type: 'uint8' }], [1n, value, 1]);
  const shown = '{who: 0x0a0a0a…0a0a, n: 9, parts: [{price: 3, note: 0xab}, {price: 4, note: 0x}]}';
  expect(text('put', put)).toEqual(['book: storage slot 1', `o: ${shown}`, 's: Sell']);
  expect(text('a', encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 7n]))).toEqual([
    'self: storage slot 0',
    'v: 7',
  ]);
  const orders = encodeAbiParameters([{ type: 'uint256' }, { ...order, type: 'tuple[]' }], [2n, [value]]);
  expect(text('m', orders)).toEqual(['all: storage slot 2', `orders: [${shown}]`]);
  const returned = hexToBytes(encodeAbiParameters([{ type: 'uint256' }, order], [5n, value]));
  const results = decodeReturn(index, `0x${selector('put')}`, returned, 100);
  expect(results?.map((result) => `${result.name}: ${cutValue(result, 200).text}`)).toEqual([
    'id: 5',
    `kept: ${shown}`,
  ]);
});

function abiOf(build: string): Abi {
  const read = parseBuildOutput('L.json', new TextEncoder().encode(build), () => 0);
  if (!read.ok) throw new Error('no build output');
  return read.value.contracts.find(({ name }) => name === 'Lib')?.abi ?? [];
}
