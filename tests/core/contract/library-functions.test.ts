import type { Abi } from 'viem';
import { expect, test } from 'vitest';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { decodeCalldata } from '../../../src/core/abi/decode';
import { hexToBytes } from '../../../src/core/chain/hex';
import { libraryFunctions } from '../../../src/core/contract/library-functions';

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
