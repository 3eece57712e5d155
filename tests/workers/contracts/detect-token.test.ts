import 'fake-indexeddb/auto';
import { toFunctionSelector } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { detectToken } from '../../../src/workers/contracts/detect-token';
import { forgetAll } from '../../helpers/demo-engine';
import { startNode, type TestNode } from '../../helpers/node';
import { rpcOf } from '../../helpers/rpc';

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await node.stop();
  await forgetAll();
});

/** Of the functions of the standard, which EIP-6909 lists, as EIP-165 makes an id of them. */
const ERC6909 = [
  'function balanceOf(address, uint256)',
  'function allowance(address, address, uint256)',
  'function isOperator(address, address)',
  'function transfer(address, uint256, uint256)',
  'function transferFrom(address, address, uint256, uint256)',
  'function approve(address, uint256, uint256)',
  'function setOperator(address, bool)',
].reduce((id, signature) => id ^ BigInt(toFunctionSelector(signature)), 0n);

test('a contract without an ABI that says it has the interface of ERC-6909 is such a token, whatever else it answers', async () => {
  const token = `0x${'69'.repeat(20)}` as Address;
  const id = ERC6909.toString(16).padStart(8, '0');
  // Returns whether the first argument begins with the id: yes for the interface, 0 for everything else.
  await node.call('anvil_setCode', [token, `0x60043560e01c63${id}1460005260206000f3`]);
  const found = await detectToken(rpcOf([node.url]), token, new AbortController().signal);
  expect(found).toMatchObject({ ok: true, value: { standard: 'ERC-6909', address: token } });
});

/** Returns code that answers a word for each of the functions, and reverts for others. */
function answering(words: Readonly<Record<string, bigint>>): string {
  const entries = Object.entries(words).map(([signature, word]) => ({
    id: toFunctionSelector(signature).slice(2),
    word,
  }));
  const heads = '60003560e01c'.length / 2 + (entries.length * '8063000000001461000057'.length) / 2 + 4;
  const each = `5b7f${'0'.repeat(64)}60005260206000f3`.length / 2;
  const jumps = entries.map(({ id }, at) => `8063${id}1461${(heads + at * each).toString(16).padStart(4, '0')}57`);
  const bodies = entries.map(({ word }) => `5b7f${word.toString(16).padStart(64, '0')}60005260206000f3`);
  return `0x60003560e01c${jumps.join('')}5f5ffd00${bodies.join('')}`;
}

test.each([
  ['has no decimals', {}, undefined],
  ['states more decimals than an amount has digits', { 'decimals()': 10_000n }, undefined],
  ['has six decimals', { 'decimals()': 6n }, 6],
])('an ERC-20 is found by its allowances where it %s', async (_, more, decimals) => {
  const token = `0x${'20'.repeat(20)}` as Address;
  const words = { 'totalSupply()': 9n, 'balanceOf(address)': 5n, 'allowance(address,address)': 0n, ...more };
  await node.call('anvil_setCode', [token, answering(words)]);
  const found = await detectToken(rpcOf([node.url]), token, new AbortController().signal);
  expect(found).toEqual({
    ok: true,
    value: { networkId: 31337, address: token, standard: 'ERC-20', ...(decimals === undefined ? {} : { decimals }) },
  });
});

test('a supply and balances alone make no ERC-20: items have them too', async () => {
  const token = `0x${'21'.repeat(20)}` as Address;
  await node.call('anvil_setCode', [token, answering({ 'totalSupply()': 9n, 'balanceOf(address)': 5n })]);
  const found = await detectToken(rpcOf([node.url]), token, new AbortController().signal);
  expect(found).toEqual({ ok: true, value: undefined });
});
