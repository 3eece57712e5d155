/** Proxies whose implementation is a proxy, on a node of the test: the code that answers is the last that the node's own trace of a call has. */
import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex, Selector } from '../../../src/core/chain/primitives';
import { callTabs } from '../../../src/core/contract/functions/call-tabs';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { deployRuntime } from '../../helpers/contracts';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { BEACON_1967, FORWARD, SLOT_1967 } from '../../helpers/proxy-sources';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { buildInfo, newestSolc } from '../../helpers/solc';

// AccountProxy: what the registry of ERC-6551 clones for a token-bound account, which the account then points to its code.
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Account {
    uint256 public visits;
    function visit(uint256 times) external returns (uint256) { visits += times; return visits; }
    function upgradeTo(address to, bytes calldata data) external { (bool ok,) = to.delegatecall(data); require(ok); }
}
contract AccountProxy {
    event Upgraded(address indexed implementation);
    function initialize(address to) external { assembly { sstore(${SLOT_1967}, to) } emit Upgraded(to); }
    function current() private view returns (address t) { assembly { t := sload(${SLOT_1967}) } }
    fallback() external payable { address t = current(); ${FORWARD} }
}
contract Proxy1967 {
    constructor(address to) { assembly { sstore(${SLOT_1967}, to) } }
    function current() private view returns (address t) { assembly { t := sload(${SLOT_1967}) } }
    fallback() external payable { address t = current(); ${FORWARD} }
}
contract Beacon {
    address public implementation;
    constructor(address to) { implementation = to; }
}
contract BeaconProxy {
    constructor(address beacon) { assembly { sstore(${BEACON_1967}, beacon) } }
    function current() private view returns (address) {
        Beacon beacon; assembly { beacon := sload(${BEACON_1967}) }
        return beacon.implementation();
    }
    fallback() external payable { address t = current(); ${FORWARD} }
}
contract InCode {
    address private immutable target;
    constructor(address to) { target = to; }
    fallback() external payable { address t = target; ${FORWARD} }
}
contract Extended {
    address private immutable extension;
    uint256 public own;
    constructor(address to) { extension = to; }
    function set(uint256 to) external { own = to; }
    fallback() external payable { address t = extension; ${FORWARD} }
}`;
const build = buildInfo(newestSolc(), 'Account.sol', SOURCE);
type Made = Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>;
const made = build.output.contracts['Account.sol'] as unknown as Made;
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];
const OWNER = privateKeyToAccount(`0x${'35'.repeat(32)}`);

let node: Anvil;
let folder: string;
let account: Address;
let accountProxy: Address;

beforeAll(async () => {
  node = await startAnvil();
  folder = mkdtempSync(join(tmpdir(), 'loupe-proxies-'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  account = await deploy('Account');
  accountProxy = await deploy('AccountProxy');
});
afterEach(forgetAll);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await node?.stop();
});

async function deploy(name: string, ...args: readonly Address[]): Promise<Address> {
  const { abi, evm } = made[name] as Made[string];
  const data = encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args });
  return (await sendMined(node, { from: SENDER, data, gas: '0x4c4b40' })).contractAddress.toLowerCase() as Address;
}

const clone = async (of: Address) =>
  (await deployRuntime(node, `363d3d373d3d3d363d73${of.slice(2)}5af43d82803e903d91602b57fd5bf3`)) as Address;

async function initialize(at: Address, to: Address): Promise<Hash> {
  const data = encodeFunctionData({
    abi: (made.AccountProxy as Made[string]).abi,
    functionName: 'initialize',
    args: [to],
  });
  return (await sendMined(node, { from: SENDER, to: at, data, gas: '0x4c4b40' })).transactionHash;
}

/** Returns the contracts that a call of an unknown function was delegated to, each by the one before, as the node traces it. */
async function delegatedTo(to: Address): Promise<Address[]> {
  type Call = { type: string; to: Address; calls?: Call[] };
  const { transactionHash } = await sendMined(node, { from: SENDER, to, data: '0xdecade99', gas: '0x100000' });
  let call = await node.call<Call>('debug_traceTransaction', [transactionHash, { tracer: 'callTracer' }]);
  const chain: Address[] = [];
  for (;;) {
    const next = call.calls?.findLast(({ type }) => type === 'DELEGATECALL');
    if (next === undefined) return chain;
    chain.push(next.to);
    call = next;
  }
}

async function accountOf(address: Address) {
  const { engine } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('build.json', new TextEncoder().encode(JSON.stringify(build)));
  const loaded = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  if (!loaded.ok) throw new Error(loaded.error.message);
  return { ...loaded.value, engine };
}

test('a token-bound account runs what its proxy finds in the storage of the account (ERC-6551)', async () => {
  const bound = await clone(accountProxy);
  await initialize(bound, account);
  // The proxy behind the clone has another implementation in its own storage, which no call of the clone runs.
  const other = await deploy('Account');
  await initialize(accountProxy, other);
  const words = await Promise.all(
    [bound, accountProxy].map((at) => node.call<Hex>('eth_getStorageAt', [at, SLOT_1967, 'latest'])),
  );
  expect(words.map((each) => `0x${each.slice(26)}`)).toEqual([account, other]);
  expect(await delegatedTo(bound)).toEqual([accountProxy, account]);
  const { knowledge, implementation, engine } = await accountOf(bound);
  expect(knowledge.proxy).toEqual({
    kind: 'EIP-1167',
    implementation: account,
    through: [{ address: accountProxy, kind: 'EIP-1967' }],
  });
  expect(implementation?.name?.text).toMatch(/^Account\b/);
  expect(callTabs(knowledge, implementation)).toEqual(['read-proxy', 'write-proxy', 'unverified']);
  const selectors = [selectorOf('visit'), selectorOf('initialize')];
  const names = await engine.contracts.functionNames(
    ANVIL_NETWORK,
    selectors.map((selector) => ({ to: bound, selector })),
  );
  expect(Object.values(names).map(({ text }) => text)).toEqual(['visit', 'initialize']);
});

function selectorOf(name: string): Selector {
  const { abi } = made[name === 'visit' ? 'Account' : 'AccountProxy'] as Made[string];
  const args = name === 'visit' ? [1n] : [SENDER];
  return encodeFunctionData({ abi, functionName: name, args }).slice(0, 10) as Selector;
}

test('a token-bound account that was not initialized runs its proxy alone', async () => {
  const bound = await clone(await deploy('AccountProxy'));
  const { knowledge } = await accountOf(bound);
  expect(knowledge.proxy).toEqual({ kind: 'EIP-1167', implementation: expect.any(String) });
  expect(knowledge.proxy?.implementation).toBe((await delegatedTo(bound))[0]);
});

test('the commands answer for the last implementation', async () => {
  const bound = await clone(accountProxy);
  await initialize(bound, account);
  const data = encodeFunctionData({ abi: (made.Account as Made[string]).abi, functionName: 'visit', args: [7n] });
  await sendMined(node, { from: SENDER, to: bound, data, gas: '0x100000' });
  const ask = (...given: readonly string[]) => loupe([...given, '--rpc', node.url, '--sources', 'build.json'], folder);
  const told = JSON.parse((await ask('contract', bound, '--json')).out);
  expectForm('contract', told);
  expect([told.proxy.through, told.implementation.address, told.source.contract]).toEqual([
    [{ address: accountProxy, kind: 'EIP-1967' }],
    account,
    'Account',
  ]);
  const { out } = await ask('contract', bound);
  expect(out).toContain(`EIP-1167 proxy of ${accountProxy}\n  that is a proxy (EIP-1967) of ${account}\n`);
  const slot = await node.call<Hex>('eth_getStorageAt', [bound, '0x0', 'latest']);
  expect((await ask('storage', bound, 'visits')).out).toBe(`${BigInt(slot)}\n`);
  const verified = await loupe(['verify', bound, 'build.json', '--rpc', node.url, '--json'], folder);
  expect(JSON.parse(verified.out)).toMatchObject({ compared: account, match: 'exact' });
});

test('a wallet runs what the proxy that it delegates to finds in the storage of the wallet (EIP-7702)', async () => {
  const wallet = OWNER.address.toLowerCase() as Address;
  const signed = await OWNER.signAuthorization({ contractAddress: accountProxy, chainId: ANVIL_NETWORK, nonce: 0 });
  const { chainId, nonce, r, s, yParity = 0 } = signed;
  const list = [
    { chainId: `0x${chainId.toString(16)}`, address: accountProxy, nonce: `0x${nonce}`, r, s, yParity: `0x${yParity}` },
  ];
  await sendMined(node, { from: SENDER, to: SENDER, gas: '0x100000', type: '0x4', authorizationList: list });
  await initialize(wallet, account);
  expect(await node.call('eth_getCode', [wallet, 'latest'])).toBe(`0xef0100${accountProxy.slice(2)}`);
  expect(await delegatedTo(wallet)).toEqual([account]);
  const { knowledge, implementation, type } = await accountOf(wallet);
  expect([type, knowledge.proxy]).toEqual([
    'wallet',
    { kind: 'EIP-7702', implementation: account, through: [{ address: accountProxy, kind: 'EIP-1967' }] },
  ]);
  expect(callTabs(knowledge, implementation)).toEqual(['read-proxy', 'write-proxy']);
  const data = encodeFunctionData({ abi: (made.Account as Made[string]).abi, functionName: 'visit', args: [7n] });
  const { transactionHash } = await sendMined(node, { from: SENDER, to: wallet, data, gas: '0x100000' });
  const { engine, open, settledRows } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('build.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  const rows = await settledRows(handle);
  expect(rows.map(({ functionName }) => functionName?.text)).toEqual(['visit', 'visit']);
  await engine.settled();
  const ran = await engine.trace.contracts(handle);
  expect(ran.map(({ address }) => address).sort()).toEqual([wallet, accountProxy, account].sort());
});

test('a proxy behind a beacon reads the storage of the first: without a word there, nothing is behind it', async () => {
  const beacon = await deploy('Beacon', accountProxy);
  const [empty, filled] = [await deploy('BeaconProxy', beacon), await deploy('BeaconProxy', beacon)];
  await initialize(filled, account);
  const first = { kind: 'EIP-1967 beacon', beacon };
  expect((await accountOf(empty)).knowledge.proxy).toEqual({ ...first, implementation: accountProxy });
  expect(await delegatedTo(filled)).toEqual([accountProxy, account]);
  expect((await accountOf(filled)).knowledge.proxy).toEqual({
    ...first,
    implementation: account,
    through: [{ address: accountProxy, kind: 'EIP-1967' }],
  });
});

test('a proxy that names itself, one behind one of the same slot, and two that name each other are endless', async () => {
  const itself = await deploy('AccountProxy');
  await initialize(itself, itself);
  expect((await accountOf(itself)).knowledge.proxy).toEqual({
    kind: 'EIP-1967',
    implementation: itself,
    isEndless: true,
  });
  // Both read the same slot of the first: the second never reads its own.
  const inner = await deploy('Proxy1967', account);
  const outer = await deploy('Proxy1967', inner);
  const chain = await delegatedTo(outer);
  expect([new Set(chain), chain.length > 2]).toEqual([new Set([inner]), true]);
  expect((await accountOf(outer)).knowledge.proxy).toEqual({
    kind: 'EIP-1967',
    implementation: inner,
    isEndless: true,
  });
  const nonce = Number(await node.call<Hex>('eth_getTransactionCount', [SENDER, 'latest']));
  const second = getContractAddress({ from: SENDER, nonce: BigInt(nonce + 1) }).toLowerCase() as Address;
  const ring = await deploy('InCode', second);
  expect(await deploy('InCode', ring)).toBe(second);
  expect((await accountOf(ring)).knowledge.proxy).toEqual({
    kind: 'delegating fallback',
    implementation: second,
    isEndless: true,
  });
});

test('of more than eight proxies in between the first eight are told', async () => {
  const chain = [account];
  for (let at = 0; at < 10; at++) chain.unshift(await clone(chain[0] as Address));
  const [tenth, ...behind] = chain as [Address, ...Address[]];
  expect(await delegatedTo(tenth)).toEqual(behind);
  const { proxy } = (await accountOf(tenth)).knowledge;
  expect([proxy?.through?.map(({ address }) => address), proxy?.implementation, proxy?.isCut]).toEqual([
    behind.slice(0, 8),
    behind[8],
    true,
  ]);
  const ninth = (await accountOf(behind[0] as Address)).knowledge.proxy;
  expect([ninth?.through?.length, ninth?.implementation, ninth?.isCut]).toEqual([8, account, undefined]);
});

test('an implementation with functions that hands others to an extension stays the implementation', async () => {
  const extended = await deploy('Extended', account);
  const proxy = await deploy('Proxy1967', extended);
  expect(await delegatedTo(proxy)).toEqual([extended, account]);
  expect((await accountOf(proxy)).knowledge.proxy).toEqual({ kind: 'EIP-1967', implementation: extended });
});
