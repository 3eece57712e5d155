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
