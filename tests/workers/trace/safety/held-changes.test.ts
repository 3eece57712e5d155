/**
 * Tokens that keep a fee and tokens that are rebased, on Anvil: what a balance changed by is what `balanceOf` answers the
 * node in the block before and in the block.
 */
import 'fake-indexeddb/auto';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { heldNote } from '../../../../src/app/views/assets/asset-text';
import type { Address } from '../../../../src/core/chain/primitives';
import { assetFacts } from '../../../../tools/loupe/facts/assets';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { startFaultProxy } from '../../../helpers/fault-proxy';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.0;
contract Coin {
  string public symbol;
  uint8 public constant decimals = 6;
  mapping(address => uint256) shares;
  uint256 public rate = 1000;
  uint256 immutable fee;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor(string memory symbol_, uint256 fee_) { symbol = symbol_; fee = fee_; shares[msg.sender] = 1e12; }
  function balanceOf(address account) public view returns (uint256) { return shares[account] * rate / 1000; }
  /** One in \`fee\` percent is burnt in silence. */
  function transfer(address to, uint256 value) external returns (bool) {
    uint256 taken = value * 1000 / rate;
    shares[msg.sender] -= taken;
    shares[to] += taken - taken * fee / 100;
    emit Transfer(msg.sender, to, value);
    return true;
  }
  /** All balances grow by a half after the transfer, of which no event tells. */
  function transferAndRebase(address to, uint256 value) external {
    shares[msg.sender] -= value * 1000 / rate;
    shares[to] += value * 1000 / rate;
    emit Transfer(msg.sender, to, value);
    rate = rate * 3 / 2;
  }
  /** Moves what no event tells. */
  function move(address to, uint256 value) external {
    shares[msg.sender] -= value * 1000 / rate;
    shares[to] += value * 1000 / rate;
  }
}`;
const build = buildInfo(newestSolc(), 'Coin.sol', SOURCE);
const [OWNER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const ABI = parseAbi([
  'function transfer(address to, uint256 value)',
  'function transferAndRebase(address to, uint256 value)',
  'function move(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
]);

let node: Anvil;
const coins: Record<string, Address> = {};

beforeAll(async () => {
  node = await startAnvil();
  const { Coin } = build.output.contracts['Coin.sol'];
  for (const [symbol, fee] of [
    ['FAIR', 0n],
    ['FOT', 10n],
  ] as const) {
    const words = [64n, fee, BigInt(symbol.length)].map((word) => word.toString(16).padStart(64, '0')).join('');
    const text = Buffer.from(symbol).toString('hex').padEnd(64, '0');
    const data = `0x${Coin.evm.bytecode.object}${words}${text}`;
    coins[symbol] = (await sendMined(node, { from: OWNER, data, gas: '0x2dc6c0' })).contractAddress;
  }
});
afterEach(forgetAll);
afterAll(() => node?.stop());

async function heldAt(coin: Address, account: Address, block: number): Promise<bigint> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [account] });
  return BigInt(await node.call<Hex>('eth_call', [{ to: coin, data }, `0x${block.toString(16)}`]));
}

/** The changes of a call, and by how much the node says that the balances changed. */
async function changesOf(symbol: string, functionName: 'transfer' | 'transferAndRebase' | 'move', value: bigint) {
  const coin = coins[symbol] as Address;
  const data = encodeFunctionData({ abi: ABI, functionName, args: [OTHER, value] });
  const { transactionHash, blockNumber } = await sendMined(node, { from: OWNER, to: coin, data, gas: '0x30d40' });
  const proxy = await startFaultProxy(node.url);
  const { engine, open } = await startEngine([proxy.url]);
  await engine.contracts.importBuildOutput('coin.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
  await engine.settled();
  await engine.trace.settledTransfers(handle);
  proxy.resetCounts();
  const moved = await engine.trace.balancedTransfers(newJob(), handle);
  if (!moved.ok) throw new Error(moved.error.message);
  expect(proxy.calls('eth_call') + proxy.calls('eth_getStorageAt')).toBe(0);
  await proxy.stop();
  const at = Number(blockNumber);
  const truth = await Promise.all(
    moved.value.changes.map(
      async ({ address }) => (await heldAt(coin, address, at)) - (await heldAt(coin, address, at - 1)),
    ),
  );
  return { moved: moved.value, truth };
}

test('a token whose events are true has no other amounts', async () => {
  const { moved, truth } = await changesOf('FAIR', 'transfer', 5_000_000n);
  expect(moved.changes.map(({ amount }) => amount)).toEqual(truth);
  expect(moved.changes.every(({ held }) => held === undefined)).toBe(true);
});

test('a fee that is kept in silence shows in what the receiver got, in files, too', async () => {
  const { moved, truth } = await changesOf('FOT', 'transfer', 100_000_000n);
  expect(moved.changes.map(({ amount, held = amount }) => held)).toEqual(truth);
  expect(moved.changes.find(({ address }) => address === OTHER)).toMatchObject({
    amount: 100_000_000n,
    held: 90_000_000n,
  });
  expect(heldNote(moved)).toMatch(/^Balances of FOT changed otherwise/);
  expect(assetFacts(moved).changes).toContainEqual(expect.objectContaining({ amount: '100000000', held: '90000000' }));
});

test('a rebase shows in all balances of the transaction', async () => {
  const { moved, truth } = await changesOf('FAIR', 'transferAndRebase', 7_000_000n);
  expect(moved.changes.map(({ held }) => held)).toEqual(truth);
  expect(truth.some((change) => change > 400_000_000_000n)).toBe(true);
});

test('a balance that changes without an event is listed, with the name and the unit of its token', async () => {
  const { moved, truth } = await changesOf('FAIR', 'move', 6_000_000n);
  expect(moved.transfers).toEqual([]);
  expect(moved.changes.map(({ address, amount }) => [address, amount])).toEqual([
    [OWNER, 0n],
    [OTHER, 0n],
  ]);
  expect(moved.changes.map(({ held }) => held)).toEqual(truth);
  expect(truth.some((change) => change > 5_999_000n)).toBe(true);
  expect(moved.tokens).toEqual([expect.objectContaining({ symbol: 'FAIR', decimals: 6 })]);
  expect(heldNote(moved)).toMatch(/^Balances of FAIR changed otherwise/);
});
