/** Proxies of every way to write an implementation down, deployed on a node of the test and told by what they do. */
import 'fake-indexeddb/auto';
import { encodeAbiParameters, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { callTabs } from '../../../src/core/contract/functions/call-tabs';
import { ANVIL_ACCOUNTS } from '../../helpers/anvil';
import { deployRuntime } from '../../helpers/contracts';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { startFaultProxy } from '../../helpers/fault-proxy';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { BEACON_1967, FORWARD, SLOT_1967 } from '../../helpers/proxy-sources';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { newestSolc } from '../../helpers/solc';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Impl {
    uint256 public v;
    function set(uint256 x) external returns (uint256) { v = x; return x + 1; }
}
contract Unitroller {
    address public admin;
    address public pendingAdmin;
    address public comptrollerImplementation;
    constructor(address i) { comptrollerImplementation = i; }
    fallback() external payable { address t = comptrollerImplementation; ${FORWARD} }
}
contract Eip897 {
    address private target;
    constructor(address i) { target = i; }
    function proxyType() external pure returns (uint256) { return 2; }
    function implementation() external view returns (address) { return target; }
    fallback() external payable { address t = target; ${FORWARD} }
}
contract InCode {
    address private immutable target;
    constructor(address i) { target = i; }
    fallback() external payable { address t = target; ${FORWARD} }
}
contract InMapping {
    mapping(bytes32 => address) private targets;
    constructor(address i) { targets["current"] = i; }
    fallback() external payable { address t = targets["current"]; require(t != address(0)); ${FORWARD} }
}
contract Beacon {
    address public implementation;
    constructor(address i) { implementation = i; }
}
contract Slot1967 {
    constructor(address i) { assembly { sstore(${SLOT_1967}, i) } }
    function current() private view returns (address t) { assembly { t := sload(${SLOT_1967}) } }
    function forward(address t) private { ${FORWARD} }
    fallback() external payable { forward(current()); }
    receive() external payable { forward(current()); }
}
contract Registry {
    address private current;
    constructor(address i) { current = i; }
    function currentVersion() external view returns (address) { return current; }
}
contract ByRegistry {
    Registry private immutable registry;
    constructor(address r) { registry = Registry(r); }
    fallback() external payable { address t = registry.currentVersion(); ${FORWARD} }
}
contract Aragon {
  Registry private kernel;
  constructor(address r) { kernel = Registry(r); }
  function proxyType() external pure returns (uint256) { return 2; }
  fallback() external payable { address t = kernel.currentVersion(); ${FORWARD} }
}
contract AsksItself {
  address private target;
  constructor(address i) { target = i; }
  function getTarget() external view returns (address) { return target; }
  fallback() external payable { address t = AsksItself(payable(address(this))).getTarget(); ${FORWARD} }
}
contract Liar {
    address private immutable target;
    constructor(address shown, address i) { target = i; assembly { sstore(${SLOT_1967}, shown) } }
    fallback() external payable { address t = target; ${FORWARD} }
}
contract NoProxy {
    function run(address t, bytes calldata data) external { (bool ok,) = t.delegatecall(data); require(ok); }
    fallback() external payable { (bool ok,) = msg.sender.delegatecall("done"); require(ok); }
}`;

const compiled = compile();

let node: TestNode;
let impl: Address;

beforeAll(async () => {
  node = await startNode({ chainId: ANVIL_NETWORK });
  impl = await deploy('Impl');
});
afterEach(forgetAll);
afterAll(() => node.stop());

function compile(): Readonly<Record<string, Hex>> {
  const input = {
    language: 'Solidity',
    sources: { 'P.sol': { content: SOURCE } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { contracts } = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const output = Object.entries<{ evm: { bytecode: { object: string } } }>(contracts['P.sol']);
  return Object.fromEntries(output.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}` as Hex]));
}

async function deploy(name: string, ...addresses: readonly Address[]): Promise<Address> {
  const args = encodeAbiParameters(
    addresses.map(() => ({ type: 'address' })),
    addresses,
  );
  const data = `${compiled[name]}${args.slice(2)}`;
  const { contractAddress } = await sendMined(node, { from: ANVIL_ACCOUNTS[0], data });
  return contractAddress.toLowerCase() as Address;
}

/** Returns the code of a clone that appends its arguments and their length to the calldata (ClonesWithImmutableArgs, without its event). */
function cloneWith(implementation: Address, args: string): string {
  const length = (args.length / 2 + 2).toString(16).padStart(4, '0');
  return (
    `3d3d3d3d363d3d3761${length}603736393661${length}013d73${implementation.slice(2)}` +
    `5af43d3d93803e603557fd5bf3${args}${length}`
  );
}

async function accountOf(address: Address) {
  const { engine } = await startEngine([node.url]);
  const account = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  if (!account.ok) throw new Error(account.error.message);
  return account.value;
}

test.each([
  ['Unitroller', 'Compound'],
  ['Eip897', 'EIP-897'],
  // Short as a clone, but a compiler made it: it has a source of its own.
  ['InCode', 'delegating fallback'],
  ['InMapping', 'delegating fallback'],
])('%s is a proxy: %s', async (name, kind) => {
  const { knowledge, implementation } = await accountOf(await deploy(name, impl));
  expect(knowledge.proxy).toEqual({ kind, implementation: impl });
  expect(callTabs(knowledge, implementation)).toEqual(['unverified', 'unverified-proxy']);
});

test('a proxy that asks another contract has that for its beacon', async () => {
  const registry = await deploy('Registry', impl);
  const { knowledge } = await accountOf(await deploy('ByRegistry', registry));
  expect(knowledge.proxy).toEqual({ kind: 'beacon', implementation: impl, beacon: registry });
});

test('a clone that appends its arguments to the calldata is a proxy with these arguments', async () => {
  const clone = await deployRuntime(node, cloneWith(impl, `${'ab'.repeat(20)}${'07'.padStart(64, '0')}`));
  const { knowledge } = await accountOf(clone.toLowerCase() as Address);
  expect(knowledge.proxy).toEqual({
    kind: 'minimal proxy',
    implementation: impl,
    arguments: `0x${'ab'.repeat(20)}${'07'.padStart(64, '0')}`,
  });
});

test('a clone whose metadata ends with its length as a word is a proxy with this metadata (ERC-3448)', async () => {
  const metadata = `${'aa'.repeat(32)}${'bb'.repeat(32)}`;
  const code = `363d3d373d3d3d3d60368038038091363936013d73${impl.slice(2)}5af43d3d93803e603457fd5bf3${metadata}`;
  const clone = await deployRuntime(node, `${code}${'40'.padStart(64, '0')}`);
  const { knowledge } = await accountOf(clone.toLowerCase() as Address);
  expect(knowledge.proxy).toEqual({ kind: 'minimal proxy', implementation: impl, arguments: `0x${metadata}` });
});

/** Code of ERC-7760's minimal proxies: those that read a slot, and those that ask the beacon of one. */
const SLOT_CLONES: readonly (readonly [name: string, slot: 'implementation' | 'beacon', code: string])[] = [
  ['a slot', 'implementation', `363d3d373d3d363d7f${SLOT_1967.slice(2)}545af43d6000803e6038573d6000fd5b3d6000f3`],
  [
    'a slot, which one byte of calldata reads',
    'implementation',
    `365814604357363d3d373d3d363d7f${SLOT_1967.slice(2)}545af43d6000803e603e573d6000fd5b3d6000f35b6020600f3d393d51543d52593df3`,
  ],
  [
    'a beacon',
    'beacon',
    `363d3d373d3d363d602036600436635c60da1b60e01b36527f${BEACON_1967.slice(2)}545afa5036515af43d6000803e604d573d6000fd5b3d6000f3`,
  ],
  [
    'a beacon, which one byte of calldata reads',
    'beacon',
    `363d3d373d3d363d602036600436635c60da1b60e01b36527f${BEACON_1967.slice(2)}545afa361460525736515af43d600060013e6052573d6001fd5b3d6001f3`,
  ],
];

test.each(SLOT_CLONES)('a clone that reads %s has its arguments behind its code (ERC-7760)', async (_, slot, code) => {
  const beacon = await deploy('Beacon', impl);
  for (const args of ['', 'dd'.repeat(20)]) {
    const clone = await deployRuntime(node, `${code}${args}`);
    const [at, holds] = slot === 'beacon' ? [BEACON_1967, beacon] : [SLOT_1967, impl];
    await node.call('anvil_setStorageAt', [clone, at, `0x${holds.slice(2).padStart(64, '0')}`]);
    const { knowledge } = await accountOf(clone.toLowerCase() as Address);
    expect(knowledge.proxy).toEqual({
      ...(slot === 'beacon' ? { kind: 'EIP-1967 beacon', beacon } : { kind: 'EIP-1967' }),
      implementation: impl,
      isWritten: true,
      ...(args !== '' && { arguments: `0x${args}` }),
    });
  }
});

test('a compiled proxy without metadata has a source of its own, and nothing behind its code', async () => {
  const code: Hex = await node.call('eth_getCode', [await deploy('Slot1967', impl), 'latest']);
  const metadata = Number.parseInt(code.slice(-4), 16) + 2;
  const proxy = await deployRuntime(node, code.slice(2, -2 * metadata));
  await node.call('anvil_setStorageAt', [proxy, SLOT_1967, `0x${impl.slice(2).padStart(64, '0')}`]);
  const { knowledge } = await accountOf(proxy.toLowerCase() as Address);
  expect(knowledge.proxy).toEqual({ kind: 'EIP-1967', implementation: impl });
});

test('a proxy that asks another contract and has proxyType() is one of EIP-897; one that asks itself has no beacon', async () => {
  const registry = await deploy('Registry', impl);
  const { knowledge } = await accountOf(await deploy('Aragon', registry));
  expect(knowledge.proxy).toEqual({ kind: 'EIP-897', implementation: impl, beacon: registry });
  const selfish = await accountOf(await deploy('AsksItself', impl));
  expect(selfish.knowledge.proxy).toEqual({ kind: 'delegating fallback', implementation: impl });
});

test('the contract that runs counts, and not the one that a well-known slot shows', async () => {
  const shown = await deploy('Registry', impl);
  const { knowledge } = await accountOf(await deploy('Liar', shown, impl));
  expect(knowledge.proxy?.implementation).toBe(impl);
});

test('a contract that delegates with other calldata is no proxy', async () => {
  const { knowledge } = await accountOf(await deploy('NoProxy'));
  expect(knowledge.proxy).toBeUndefined();
});

test('what a kept trace knows of a proxy is shown by its page where the endpoint tells nothing of its storage', async () => {
  const proxy = await deploy('InMapping', impl);
  const data = `0x60fe47b1${'5'.padStart(64, '0')}`; // set(uint256)
  const { transactionHash } = await sendMined(node, { from: ANVIL_ACCOUNTS[0], to: proxy, data });
  const { engine, open, settledRows } = await startEngine([node.url]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await settledRows(handle);
  await engine.settled();
  const faults = await startFaultProxy(node.url);
  faults.set({ refuse: /eth_getStorage/ });
  const later = await startEngine([faults.url]);
  const account = await later.engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, proxy);
  await faults.stop();
  expect(account.ok && account.value.knowledge.proxy).toEqual({ kind: 'delegating fallback', implementation: impl });
});

test('an ABI is taken for a proxy where its functions are those of the implementation', async () => {
  const proxy = await deploy('InCode', impl);
  const { engine } = await startEngine([node.url]);
  const keep = (text: string) => engine.contracts.keepAbi(newJob(), ANVIL_NETWORK, proxy, { name: 'Given', text });
  expect(await keep('function totallyElsewhere()')).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
  expect(await keep('function set(uint256) returns (uint256)')).toMatchObject({ ok: true, value: { warnings: [] } });
  expect(await keep('function set(uint256) returns (uint256)\nfunction totallyElsewhere()')).toMatchObject({
    ok: true,
    value: { warnings: ['1 function of the ABI cannot be found in the code: totallyElsewhere().'] },
  });
});
