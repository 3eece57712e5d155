/** The reason of what failed inside a transaction that succeeded, as the headline tells it. */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

/** The functions and events are those of an EntryPoint of ERC-4337 since 0.7, and of a Safe. */
const SOURCE = `pragma solidity ^0.8.30;
struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 limits; uint256 gas; bytes32 fees; bytes paymaster; bytes signature; }
contract Entry {
  event UserOperationEvent(bytes32 indexed, address indexed, address indexed, uint256 nonce, bool success, uint256, uint256);
  function handleOps(Op[] calldata ops, address payable) external {
    for (uint256 at; at < ops.length; at++) this.inner(ops[at]);
  }
  function inner(Op calldata op) external {
    (bool done, ) = op.sender.call(op.callData);
    emit UserOperationEvent(0, op.sender, address(0), op.nonce, done, 0, 0);
  }
}
contract Bundler { function bundle(Entry entry, Op[] calldata ops) external { entry.handleOps(ops, payable(msg.sender)); } }
contract Safe {
  event ExecutionFailure(bytes32, uint256);
  function execTransaction(address to, bytes calldata data) external {
    (bool done, ) = to.call(data);
    if (!done) emit ExecutionFailure(0, 0);
  }
}
contract Wallet {
  error TooEarly(uint256 until);
  function early() external pure { revert TooEarly(77); }
  function say() external pure { revert("too late"); }
  function bare() external pure { revert(); }
  function fine() external pure {}
  function pass(address to, uint256 gas_) external {
    (bool done, bytes memory data) = to.call{gas: gas_}(abi.encodeCall(Sink.fill, (50)));
    if (!done) assembly { revert(add(data, 32), mload(data)) }
  }
}
contract Sink {
  uint256[] kept;
  function fill(uint256 count) external { for (uint256 at; at < count; at++) kept.push(at); }
}`;

const build = buildInfo(newestSolc(), 'Inside.sol', SOURCE);
type Compiled = { abi: Abi; evm: { bytecode: { object: string } } };
const contracts: Record<string, Compiled> = build.output.contracts['Inside.sol'];
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];
const at: Record<string, Address> = {};
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
  for (const [name, { evm }] of Object.entries(contracts)) {
    const data = `0x${evm.bytecode.object}`;
    at[name] = (await sendMined(node, { from: SENDER, data, gas: '0x989680' })).contractAddress;
  }
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

const call = (contract: string, functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: contracts[contract]?.abi ?? [], functionName, args });

const zero = `0x${'00'.repeat(32)}`;
const operations = (...functions: string[]) =>
  functions.map((name) => ({
    sender: at.Wallet,
    nonce: 0n,
    initCode: '0x',
    callData: call('Wallet', name, name === 'pass' ? [at.Sink, 50_000n] : []),
    limits: zero,
    gas: 0n,
    fees: zero,
    paymaster: '0x',
    signature: '0x',
  }));

/** The end of the headline, with what the build output tells. */
async function insideOf(contract: string, data: Hex): Promise<string | undefined> {
  const { transactionHash } = await sendMined(node, { from: SENDER, to: at[contract], data, gas: '0xf4240' });
  const { engine, open, settledRows } = await startEngine([node.url]);
  const imported = await engine.contracts.importBuildOutput('b.json', new TextEncoder().encode(JSON.stringify(build)));
  expect(imported.ok).toBe(true);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await settledRows(handle, 1);
  const { failedInside } = await engine.trace.outcome(handle);
  return failedInside?.map(({ text }) => text).join('');
}

test('a bundle tells why its operation failed, and of several why the first did', async () => {
  const bundle = (...names: string[]) => insideOf('Entry', call('Entry', 'handleOps', [operations(...names), SENDER]));
  expect(await bundle('fine')).toBeUndefined();
  expect(await bundle('fine', 'early')).toBe('1 of 2 user operations in it failed: TooEarly(77)');
  expect(await bundle('say', 'fine', 'early')).toBe('2 of 3 user operations in it failed, the first: too late');
  expect(await bundle('bare')).toBe('the user operation in it failed without a reason');
  expect(await bundle('pass')).toBe('the user operation in it failed in Sink.fill: out of gas');
});

test('so does one whose EntryPoint another contract called, and a Safe', async () => {
  const data = call('Bundler', 'bundle', [at.Entry, operations('early')]);
  expect(await insideOf('Bundler', data)).toBe('the user operation in it failed: TooEarly(77)');
  const run = call('Safe', 'execTransaction', [at.Wallet, call('Wallet', 'say')]);
  expect(await insideOf('Safe', run)).toBe('the Safe transaction in it failed: too late');
});
