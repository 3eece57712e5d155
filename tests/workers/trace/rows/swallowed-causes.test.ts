/** Failures whose cause another contract kept to itself, and creations of proxies, as headline and stack trace tell them. */
import 'fake-indexeddb/auto';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

/** The proxy of CREATE3 is that of 0xSequence: it creates a contract from its calldata, and says nothing of how that went. */
const SOURCE = `pragma solidity ^0.8.24;
contract Made { constructor(uint256 given) { require(given > 10, "too small"); } }
contract Factory {
  function deploy(bytes memory code) external returns (address made) {
    bytes memory proxyCode = hex"67363d3d37363d34f03d5260086018f3";
    address proxy;
    assembly { proxy := create2(0, add(proxyCode, 32), mload(proxyCode), 0) }
    made = address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", proxy, hex"01")))));
    (bool done, ) = proxy.call(code);
    require(done && made.code.length != 0, "INITIALIZATION_FAILED");
  }
}
contract Callee { function bare(uint256 given) external pure { require(given > 3); } }
contract Caller {
  function go(address callee) external { (bool done, ) = callee.call(abi.encodeCall(Callee.bare, (2))); require(done); }
}
contract Box { uint256 public kept; function setUp(uint256 given) external { kept = given; } }
contract Beacon { address public implementation; constructor(address box) { implementation = box; } }
contract BeaconProxy {
  bytes32 constant SLOT = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;
  constructor(Beacon beacon, bytes memory data) {
    assembly { sstore(SLOT, beacon) }
    (bool done, ) = beacon.implementation().delegatecall(data);
    require(done);
  }
  fallback() external { Beacon beacon; assembly { beacon := sload(SLOT) } beacon.implementation().delegatecall(msg.data); }
}
contract Transparent {
  bytes32 constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
  address immutable admin;
  error Denied();
  constructor(address box, address owner) { admin = owner; assembly { sstore(SLOT, box) } }
  fallback() external {
    if (msg.sender == admin) revert Denied();
    address box; assembly { box := sload(SLOT) }
    (bool done, ) = box.delegatecall(msg.data);
    require(done);
  }
}`;

const build = buildInfo(newestSolc(), 'Causes.sol', SOURCE);
const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> =
  build.output.contracts['Causes.sol'];
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
});
afterEach(forgetAll);
afterAll(() => node?.stop());

const send = (fields: object) => sendMined(node, { from: SENDER, gas: '0x989680', ...fields });
const initCode = (name: string, args: readonly unknown[] = []): Hex => {
  const { abi = [], evm } = contracts[name] ?? {};
  return encodeDeployData({ abi, bytecode: `0x${evm?.bytecode.object}`, args });
};
const deploy = async (name: string, args?: readonly unknown[]) =>
  (await send({ data: initCode(name, args) })).contractAddress;
const call = (name: string, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: contracts[name]?.abi ?? [], functionName, args });

async function openSent(fields: object) {
  const { transactionHash } = await send(fields);
  const { engine, open, settledRows } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('b.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await settledRows(handle, 1);
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  const { contract, method, failing } = await engine.trace.outcome(handle);
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 50);
  return {
    contract: contract?.text,
    said: [contract?.text, '.', method?.text, ...(failing?.sentence ?? []).map(({ text }) => text)].join(''),
    stack: summary.value.stack.map(({ contract, function: name, sentence }) =>
      `${contract}.${name} ${sentence}`.trim(),
    ),
    rows,
  };
}

test('a creation by CREATE3 that fails says why, though its proxy tells nobody', async () => {
  const to = await deploy('Factory');
  const { said, stack, rows } = await openSent({ to, data: call('Factory', 'deploy', [initCode('Made', [3n])]) });
  expect(said).toBe('Factory.deploy reverted: INITIALIZATION_FAILED, because creating Made reverted: too small');
  expect(stack).toEqual(['Factory.deploy Reverted: INITIALIZATION_FAILED', 'Made.constructor Reverted: too small']);
  const frames = rows.filter((row) => 'toName' in row && row.toName?.text === 'Made' && row.kind < 8);
  expect(frames[0]).toMatchObject({ failed: true, caught: false, failure: 'arose' });
  const forwarder = rows.find((row) => row.row === (frames[0]?.row ?? 0) - 1);
  expect(forwarder).toMatchObject({ failed: false });
  expect(forwarder).not.toHaveProperty('failure');
});

test('a require without a text behind a call that failed without data leads to the callee', async () => {
  const [callee, to] = [await deploy('Callee'), await deploy('Caller')];
  const { stack } = await openSent({ to, data: call('Caller', 'go', [callee]) });
  expect(stack).toEqual(['Caller.go Reverted without a reason.', 'Callee.bare Reverted without a reason.']);
});

test('a created proxy is named, and its code after it', async () => {
  const beacon = await deploy('Beacon', [await deploy('Box')]);
  const { contract } = await openSent({ data: initCode('BeaconProxy', [beacon, call('Box', 'setUp', [7n])]) });
  expect(contract).toBe('BeaconProxy for Box');
});

test('a proxy that answers its admin itself is told of, not the code that it hands other calls on to', async () => {
  const box = await deploy('Box');
  const setUp = { data: call('Box', 'setUp', [7n]) };
  const ofAdmin = await openSent({ ...setUp, to: await deploy('Transparent', [box, SENDER]) });
  expect(ofAdmin.said).toBe('Transparent.setUp reverted: Denied()');
  const ofOther = await openSent({ ...setUp, to: await deploy('Transparent', [box, box]) });
  expect(ofOther.said).toBe('Box.setUp');
});
