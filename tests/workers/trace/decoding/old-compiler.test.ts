/** A headline says what INVALID means of a contract whose compiler is known to be one before 0.8. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedCompilers, loadCompiler } from '../../../../tools/solc/installed';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo } from '../../../helpers/solc';

const installed = installedCompilers().find(({ version }) => version === '0.5.17');
if (installed === undefined) throw new Error('no compiler 0.5.17 is installed');
const content = `pragma solidity ^0.5.0;
contract Old { uint public n; function sure(uint i) public { n = i; assert(i == 0); } }`;
const build = buildInfo(loadCompiler(installed), 'Old.sol', content);
const { abi, evm } = build.output.contracts['Old.sol'].Old as { abi: Abi; evm: { bytecode: { object: string } } };

let node: TestNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await forgetAll();
  await node.stop();
});

test('a failed assertion is called one in the headline, the tree and the stack trace', async () => {
  const [from] = ANVIL_ACCOUNTS;
  const { contractAddress } = await sendMined(node, { from, data: `0x${evm.bytecode.object}`, gas: '0xf4240' });
  const data = encodeFunctionData({ abi, functionName: 'sure', args: [9n] });
  const { transactionHash } = await sendMined(node, { from, to: contractAddress, data, gas: '0xf4240' });
  const sentenceOf = async (isKnown: boolean) => {
    const { engine, open, settledRows } = await startEngine([node.url]);
    if (isKnown) await engine.contracts.importBuildOutput('o.json', new TextEncoder().encode(JSON.stringify(build)));
    const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
    await settledRows(handle, 1);
    const source = await engine.trace.sourceTrace(newJob(), handle);
    await engine.settled();
    const { failing } = await engine.trace.outcome(handle);
    const stack = source.ok ? source.value.stack.map(({ sentence }) => sentence) : [];
    return [failing?.sentence.map(({ text }) => text).join(''), ...stack];
  };
  expect(await sentenceOf(false)).toContain(' failed: invalid opcode: INVALID, which took all gas');
  expect(await sentenceOf(true)).toEqual([
    ' failed: INVALID, as of a failed assertion, which took all gas',
    'Assertion failed: the condition of assert does not hold.',
  ]);
});
