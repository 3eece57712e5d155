/** A contract that hands the calldata it got to a library is no proxy of it: hardhat#1873's kind, with calls that revert in a library. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
library Items { function at(uint256[] calldata a, uint256 i) public pure returns (uint256) { return a[i]; } }
contract Shelf { function at(uint256[] calldata a, uint256 i) external pure returns (uint256) { return Items.at(a, i); } }`;
const build = buildInfo(newestSolc(), 'S.sol', SOURCE);
const { Items, Shelf } = build.output.contracts['S.sol'] as Record<
  'Items' | 'Shelf',
  { abi: Abi; evm: { bytecode: { object: string } } }
>;

let node: TestNode;
let shelf: Address;
let items: Address;
beforeAll(async () => {
  node = await startNode();
  const deploy = async (code: string) => {
    const data = `0x${code}` as const;
    const deployed = await sendMined(node, { from: ANVIL_ACCOUNTS[0], data, gas: '0x989680' });
    return deployed.contractAddress as Address;
  };
  items = await deploy(Items.evm.bytecode.object);
  shelf = await deploy(Shelf.evm.bytecode.object.replace(/__\$[\da-f]{34}\$__/g, items.slice(2)));
});
afterAll(async () => {
  await forgetAll();
  await node.stop();
});

test('the call is of the contract, and fails in the library', async () => {
  // Both functions have one selector and take the same arguments, so both get the same bytes.
  const data = encodeFunctionData({ abi: Shelf.abi, functionName: 'at', args: [[1n, 2n], 7n] });
  const { transactionHash } = await sendMined(node, { from: ANVIL_ACCOUNTS[0], to: shelf, data, gas: '0xf4240' });
  const { engine, open, settledRows } = await startEngine([node.url]);
  const bytes = new TextEncoder().encode(JSON.stringify(build));
  await engine.contracts.importBuildOutput('b.json', bytes);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  const [root, inner] = await settledRows(handle, 2);
  expect(root).toMatchObject({ toName: { text: 'Shelf' }, functionName: { text: 'at' } });
  expect(root).not.toHaveProperty('implementation');
  expect(inner).toMatchObject({ toName: { text: 'Items' }, functionName: { text: 'at' } });
  const { method, contract, failing } = await engine.trace.outcome(handle);
  expect(`${contract?.text}.${method?.text}`).toBe('Shelf.at');
  expect(failing?.sentence.map(({ text }) => text).join('')).toBe(
    ' reverted in Items.at: array, bytes or slice index out of bounds',
  );
  const involved = await engine.trace.contracts(handle);
  expect(involved.map(({ address, proxy }) => ({ address, proxy }))).toEqual([
    { address: shelf, proxy: undefined },
    { address: items, proxy: undefined },
  ]);
});
