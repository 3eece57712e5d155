/** Storage of proxies at earlier blocks: whose layout counts is what the node says of the implementation at that block. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { buildInfo, newestSolc } from '../../helpers/solc';

const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';
const FORWARD = `assembly {
    calldatacopy(0, 0, calldatasize())
    let ok := delegatecall(gas(), t, 0, calldatasize(), 0, 0)
    returndatacopy(0, 0, returndatasize())
    if iszero(ok) { revert(0, returndatasize()) }
    return(0, returndatasize())
}`;
/** Init code that asks its maker for `getImplementation()` and returns the code of that. */
const COPIES = '5860208158601c335a63aaf10f428752fa158151803b80938091923cf3';
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract First { uint256 public total; function set(uint256 to) external { total = to; } }
contract Second { uint128 public low; int128 public high; function other() external {} }
contract Maker {
    address public getImplementation;
    function make(address to) external {
        getImplementation = to;
        bytes memory init = hex"${COPIES}";
        assembly { if iszero(create2(0, add(init, 32), mload(init), 0)) { revert(0, 0) } }
    }
}
contract Mortal { uint256 public alive; function set(uint256 to) external { alive = to; } function end() external { selfdestruct(payable(msg.sender)); } }
contract Slotted {
    constructor(address to) { assembly { sstore(${SLOT}, to) } }
    function point(address to) external { assembly { sstore(${SLOT}, to) } }
    fallback() external payable { address t; assembly { t := sload(${SLOT}) } ${FORWARD} }
}
contract Beacon { address public implementation; constructor(address to) { implementation = to; } function point(address to) external { implementation = to; } }
contract OfBeacon {
    constructor(address beacon) { assembly { sstore(${BEACON_SLOT}, beacon) } }
    fallback() external payable { Beacon b; assembly { b := sload(${BEACON_SLOT}) } address t = b.implementation(); ${FORWARD} }
}`;
const build = buildInfo(newestSolc(), 'Up.sol', SOURCE);
type Made = Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>;
const made = build.output.contracts['Up.sol'] as unknown as Made;
const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];

let node: Anvil;
let folder: string;
let first: Address;
let second: Address;

beforeAll(async () => {
  node = await startAnvil();
  folder = mkdtempSync(join(tmpdir(), 'loupe-upgraded-'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  first = await deploy('First');
  second = await deploy('Second');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await node?.stop();
});

async function deploy(name: string, ...args: readonly Address[]): Promise<Address> {
  const { abi, evm } = made[name] as Made[string];
  const data = encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args });
  return (await sendMined(node, { from: SENDER, data, gas: '0x4c4b40' })).contractAddress;
}

async function send(to: Address, name: string, functionName: string, argument: bigint | Address) {
  const data = encodeFunctionData({ abi: (made[name] as Made[string]).abi, functionName, args: [argument] });
  return Number((await sendMined(node, { from: SENDER, to, data, gas: '0x100000' })).blockNumber);
}

test.each([
  ['by its slot', async () => deploy('Slotted', first), 'Slotted'],
  ['by its beacon', async () => deploy('OfBeacon', await deploy('Beacon', first)), 'Beacon'],
] as const)(
  'a proxy that was upgraded %s is read by the layout of its implementation then',
  async (_, make, pointed) => {
    const proxy = await make();
    const before = await send(proxy, 'First', 'set', 2n ** 200n + 5n);
    const word = (await node.call<Hex>('eth_getStorageAt', [proxy, BEACON_SLOT, 'latest'])).slice(26);
    const at = pointed === 'Beacon' ? (`0x${word}` as Address) : proxy;
    const after = await send(at, pointed, 'point', second);
    const ask = async (...given: readonly string[]) =>
      (await loupe(['storage', proxy, ...given, '--rpc', node.url, '--sources', 'build.json'], folder)).out;
    const slot = BigInt(await node.call<Hex>('eth_getStorageAt', [proxy, '0x0', 'latest']));
    const implementation = (block: number) =>
      node.call<Hex>('eth_getStorageAt', [at, at === proxy ? SLOT : '0x0', `0x${block.toString(16)}`]);
    expect((await Promise.all([before, after].map(implementation))).map((each) => `0x${each.slice(26)}`)).toEqual([
      first,
      second,
    ]);
    expect(await ask('total', '--block', String(before))).toBe(`${slot.toLocaleString('en-US')}\n`);
    expect(await ask('--block', String(before))).toContain(`First.total = ${slot.toLocaleString('en-US')}`);
    expect(await ask('--block', String(after))).toMatch(/Second\.low = 5 .*\n.*Second\.high = /);
  },
);

test('a contract that is gone, and one made again at its address, are read by their code at the block', async () => {
  const old = await startAnvil({ args: ['--hardfork', 'shanghai'] }); // SELFDESTRUCT removes code until Cancun (EIP-6780)
  onTestFinished(() => old.stop());
  const now = async (to: Address | undefined, data: Hex) =>
    sendMined(old, { from: SENDER, ...(to && { to }), data, gas: '0x4c4b40' });
  const call = (to: Address, name: string, functionName: string, ...args: readonly unknown[]) =>
    now(to, encodeFunctionData({ abi: (made[name] as Made[string]).abi, functionName, args }));
  const deployThere = async (name: string) =>
    (await now(undefined, `0x${(made[name] as Made[string]).evm.bytecode.object}`)).contractAddress;
  const maker = await deployThere('Maker');
  const salt = `0x${'00'.repeat(32)}` as const;
  const address = getContractAddress({ opcode: 'CREATE2', from: maker, salt, bytecode: `0x${COPIES}` }) as Address;
  const make = async (name: string) => call(maker, 'Maker', 'make', await deployThere(name));
  await make('Mortal');
  const first = Number((await call(address, 'Mortal', 'set', 7n)).blockNumber);
  const gone = Number((await call(address, 'Mortal', 'end')).blockNumber);
  await make('First');
  const again = Number((await call(address, 'First', 'set', 9n)).blockNumber);
  const codes = await Promise.all(
    [first, gone, again].map((block) => old.call<Hex>('eth_getCode', [address, `0x${block.toString(16)}`])),
  );
  expect(codes.map((code) => code.length > 2)).toEqual([true, false, true]);
  expect(codes[0]).not.toBe(codes[2]);
  const ask = (block: number) =>
    loupe(['storage', address, '--block', String(block), '--rpc', old.url, '--sources', 'build.json'], folder);
  expect((await ask(first)).out).toContain('Mortal.alive = 7');
  expect(await ask(gone)).toMatchObject({ code: 1, out: '' });
  expect((await ask(again)).out).toContain('First.total = 9');
});
