/** The line of a stack trace for code without a source: whose it is. */
import 'fake-indexeddb/auto';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { shorten } from '../../../../src/core/format/shorten';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.30;
contract Cap {
  error TooMuch(uint256 asked);
  function add(uint256 count) external pure { revert TooMuch(count); }
}`;
const build = buildInfo(newestSolc(), 'Cap.sol', SOURCE);
const { abi, evm } = build.output.contracts['Cap.sol'].Cap;
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

test('a clone with arguments behind its code goes by its address', async () => {
  const send = (fields: object) => sendMined(node, { from: SENDER, gas: '0xf4240', ...fields });
  const { contractAddress: cap } = await send({ data: `0x${evm.bytecode.object}` });
  // EIP-1167, with a word behind it that is never run.
  const code = `363d3d373d3d3d363d73${cap.slice(2)}5af43d82803e903d91602b57fd5bf3${'0a'.padStart(64, '0')}`;
  const { contractAddress: clone } = await send({ data: `0x3d604d80600a3d3981f3${code}` });
  const data = encodeFunctionData({ abi, functionName: 'add', args: [30n] });
  const { transactionHash } = await send({ to: clone, data });
  const { engine, open } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('b.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  const lines = summary.value.stack.map(({ contract, function: name }) => `${contract}.${name}`);
  expect(lines).toEqual([`${shorten(clone)}.`, 'Cap.add']);
});
