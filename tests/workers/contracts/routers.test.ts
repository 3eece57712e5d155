/** Contracts that hand functions to several others: where each goes is what the node's own trace of a call says. */
import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../helpers/demo-engine';
import { loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { FORWARD } from '../../helpers/proxy-sources';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { buildInfo, newestSolc } from '../../helpers/solc';

const ROUTE = 'if (msg.sig == Orders.place.selector || msg.sig == Orders.cancel.selector)';
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Orders {
    uint256 public placed;
    mapping(address => uint256) public amounts;
    struct Book { uint256 total; mapping(address => uint256) held; }
    Book public book;
    Book[1] private shelf;
    function place(uint256 amount) external { placed = amount; amounts[msg.sender] = amount; book.held[msg.sender] = 8; }
    function cancel() external { placed = 0; }
}
contract Prices {
    uint256 public unused;
    uint256 public price;
    function quote(uint256 to) external { price = to; }
}
contract InCode {
    address private immutable orders;
    address private immutable prices;
    constructor(address first, address second) { orders = first; prices = second; }
    fallback() external payable { address t = prices; ${ROUTE} t = orders; ${FORWARD} }
}
contract InSlots {
    uint256[2] private before;
    address private orders;
    address private prices;
    constructor(address first, address second) { orders = first; prices = second; }
    fallback() external payable { address t = prices; ${ROUTE} t = orders; ${FORWARD} }
}
contract OneTarget {
    address private immutable prices;
    uint256 public own;
    constructor(address, address second) { prices = second; }
    function place(uint256 amount) external { own = amount; }
    fallback() external payable { address t = prices; ${FORWARD} }
}`;
const build = buildInfo(newestSolc(), 'Router.sol', SOURCE);
type Made = Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>;
const made = build.output.contracts['Router.sol'] as unknown as Made;
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];

let node: Anvil;
let folder: string;
let orders: Address;
let prices: Address;

beforeAll(async () => {
  node = await startAnvil();
  folder = mkdtempSync(join(tmpdir(), 'loupe-routers-'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  orders = await deploy('Orders');
  prices = await deploy('Prices');
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

/** Sends a call, and returns the contract that the node says it was delegated to. */
async function delegatedTo(to: Address, name: string, functionName: string): Promise<Address | undefined> {
  const { abi } = made[name] as Made[string];
  const data = encodeFunctionData({ abi, functionName, args: [7n] });
  const { transactionHash } = await sendMined(node, { from: SENDER, to, data, gas: '0x100000' });
  type Call = { type: string; to: Address; calls?: Call[] };
  const trace = (hash: Hash) => node.call<Call>('debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
  return (await trace(transactionHash)).calls?.find(({ type }) => type === 'DELEGATECALL')?.to;
}

async function proxyOf(address: Address) {
  const { engine } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('build.json', new TextEncoder().encode(JSON.stringify(build)));
  const loaded = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  if (!loaded.ok) throw new Error(loaded.error.message);
  return loaded.value.knowledge.proxy;
}

test.for(['InCode', 'InSlots'])('a router with several implementations is a proxy of none: %s', async (name) => {
  const router = await deploy(name, orders, prices);
  expect(await delegatedTo(router, 'Orders', 'place')).toBe(orders);
  expect(await delegatedTo(router, 'Prices', 'quote')).toBe(prices);
  expect(await proxyOf(router)).toBeUndefined();
  const ask = async (command: string) => (await loupe([command, router, '--rpc', node.url, '--sources', folder])).out;
  const told = await ask('contract');
  expect(told).not.toContain('proxy of');
  expect(told).toContain(`Router.sol:${name}`);
  const stored = await ask('storage');
  expect(stored).toContain(`${name}.orders = ${orders}`);
  expect(stored).not.toContain('Prices.');
});

test('a contract with functions of its own that hands on all others to one is a proxy of it', async () => {
  const extended = await deploy('OneTarget', orders, prices);
  expect(await delegatedTo(extended, 'Orders', 'place')).toBeUndefined();
  expect(await delegatedTo(extended, 'Prices', 'quote')).toBe(prices);
  expect(await proxyOf(extended)).toEqual({ kind: 'delegating fallback', implementation: prices });
});

test('a mapping whose keys nobody names is not told as empty', async () => {
  await delegatedTo(orders, 'Orders', 'place');
  const data = encodeFunctionData({ abi: (made.Orders as Made[string]).abi, functionName: 'amounts', args: [SENDER] });
  expect(BigInt(await node.call<Hash>('eth_call', [{ to: orders, data }, 'latest']))).toBe(7n);
  const ask = async (...path: string[]) =>
    (await loupe(['storage', orders, ...path, '--rpc', node.url, '--sources', folder])).out;
  const all = await ask();
  expect(all).toContain('Orders.amounts  mapping(address => uint256)\n');
  expect(all).toContain('does not list the keys of mappings');
  // Inside a struct as well, and inside an array of them; what was written is under its path.
  expect(all).toContain('Orders.book = {total: 0, held: no known key}');
  expect(all).toContain('Orders.shelf = [{total: 0, held: no known key}]');
  expect(await ask(`book.held[${SENDER}]`)).toBe('8\n');
  const { variables } = JSON.parse(await ask('--json'));
  const book = variables.find(({ value }: { value: { name: string } }) => value.name === 'book').value.value;
  expect(book[1]).toMatchObject({ name: 'held', value: [], isUnlisted: true });
  expect(book[0].isUnlisted).toBeUndefined();
  expect(await ask(`amounts[${SENDER}]`)).toBe('7\n');
});
