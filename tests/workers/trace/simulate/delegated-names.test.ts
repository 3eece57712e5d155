/** A simulated transaction whose sender delegates to a contract of imported build output: its calls go by their names. */
import 'fake-indexeddb/auto';
import { encodeFunctionData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS, ANVIL_KEYS } from '../../../helpers/anvil-accounts';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.30;
contract Batch {
  struct Step { address to; uint256 value; bytes data; }
  function runThem(Step[] calldata steps) external payable returns (uint256 done) {
    for (; done < steps.length; done++) steps[done].to.call{value: steps[done].value}(steps[done].data);
  }
}`;
const build = buildInfo(newestSolc(), 'Batch.sol', SOURCE);
const { abi, evm } = build.output.contracts['Batch.sol'].Batch;
const OWNER = privateKeyToAccount(ANVIL_KEYS[1]);
const owner = OWNER.address.toLowerCase() as Address;

let node: TestNode;
let batch: Address;
beforeAll(async () => {
  node = await startNode();
  const data = `0x${evm.bytecode.object}`;
  batch = (await sendMined(node, { from: ANVIL_ACCOUNTS[0], data, gas: '0x989680' })).contractAddress;
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

test.each(['itself', 'another'])('sent by %s', async (who) => {
  const { engine } = await startEngine([node.url]);
  const imported = await engine.contracts.importBuildOutput('b.json', new TextEncoder().encode(JSON.stringify(build)));
  expect(imported.ok).toBe(true);
  const from = who === 'itself' ? owner : (ANVIL_ACCOUNTS[0] as Address);
  const signed = await OWNER.signAuthorization({
    address: batch,
    chainId: ANVIL_NETWORK,
    nonce: who === 'itself' ? 1 : 0,
  });
  const { r, s, yParity = 0, chainId, nonce } = signed;
  const data = encodeFunctionData({ abi, functionName: 'runThem', args: [[{ to: from, value: 5n, data: '0x' }]] });
  const simulated = await engine.trace.simulate(newJob(), {
    networkId: ANVIL_NETWORK,
    at: 'latest',
    transaction: {
      type: 4,
      from,
      to: owner,
      input: data,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      authorizationList: [{ chainId, address: batch, nonce, yParity, r, s }],
    },
  });
  if (!simulated.ok) throw new Error(simulated.error.message);
  await engine.settled();
  const { rows } = await engine.trace.rows(simulated.value.trace.handle, 0 as VisibleIndex, 5);
  expect(rows[0]).toMatchObject({ functionName: { text: 'runThem' }, implementationName: { text: 'Batch' } });
  expect((await engine.trace.outcome(simulated.value.trace.handle)).contract?.text).toBe('Batch');
});
