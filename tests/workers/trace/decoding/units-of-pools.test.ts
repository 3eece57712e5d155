/**
 * Amounts of pools of two tokens, and of routers: each in the unit of its token, by the functions and events of Uniswap V2
 * and V3. The expected texts are the numbers of the calls, counted by hand.
 */
import 'fake-indexeddb/auto';
import { type Abi, encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import { RowKind } from '../../../../src/core/trace/rows';
import type { RowView, VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { packageSources } from '../../../helpers/package-sources';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { newestSolc } from '../../../helpers/solc';

const [OWNER] = ANVIL_ACCOUNTS as unknown as [Address];
const TOKEN = '@openzeppelin/contracts/token/ERC20/ERC20.sol';
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import "${TOKEN}";
contract Token is ERC20 {
  uint8 immutable places;
  constructor(string memory symbol, uint8 its) ERC20(symbol, symbol) { places = its; _mint(msg.sender, 1e12); }
  function decimals() public view override returns (uint8) { return places; }
}
contract Tokens {
  ERC20 public token0 = new Token("GLD", 6);
  ERC20 public token1 = new Token("NUT", 2);
}
contract Pair is Tokens {
  event Sync(uint112 reserve0, uint112 reserve1);
  event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);
  function getReserves() external pure returns (uint112 reserve0, uint112 reserve1, uint32 at) { return (5_500_000, 725, 9_000_000); }
  function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
    token0.transfer(to, amount0Out); token1.transfer(to, amount1Out);
    emit Sync(5_250_000, 850);
    emit Swap(msg.sender, 0, 125, amount0Out, amount1Out, to);
  }
}
contract Pool is Tokens {
  event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 price, uint128 liquidity, int24 tick);
  function swap(address to, bool, int256 amountSpecified, uint160, bytes calldata) external returns (int256 amount0, int256 amount1) {
    (amount0, amount1) = (-1_500_000, amountSpecified);
    token0.transfer(to, 1_500_000); token1.transfer(to, 1);
    Router(msg.sender).uniswapV3SwapCallback(amount0, amount1, "");
    emit Swap(msg.sender, to, amount0, amount1, 7_000_000, 8_000_000, -1);
  }
}
contract Router {
  Pair public pair = new Pair();
  Pool public pool = new Pool();
  function swapExactTokensForTokens(uint256 amountIn, uint256, address[] calldata, address to, uint256) external returns (uint256[] memory amounts) {
    pair.getReserves();
    pair.swap(250_000, 3, to, "");
    amounts = new uint256[](2);
    (amounts[0], amounts[1]) = (amountIn, 250_000);
  }
  function swapThere() external { pool.swap(address(this), true, 4_275, 0, ""); }
  function uniswapV3SwapCallback(int256, int256, bytes calldata) external {}
  // Its values count nothing of a pool: this contract is none.
  event Sync(uint112 reserve0, uint112 reserve1);
  function noPool() external { emit Sync(5_250_000, 850); pair.swap(1, 1, msg.sender, ""); }
}`;

const solc = newestSolc();
const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: 'Solidity',
      sources: { ...packageSources(TOKEN), 'Pools.sol': { content: SOURCE } },
      settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode'] } } },
    }),
  ),
);
const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> = output.contracts['Pools.sol'];
const abi = contracts.Router?.abi ?? [];

let node: Anvil;
let router: Address;
let tokens: [Address, Address];

const wordAt = async (to: Address, functionName: string): Promise<Address> => {
  const data = encodeFunctionData({ abi: [...abi, ...(contracts.Tokens?.abi ?? [])], functionName });
  return `0x${(await node.call<Hex>('eth_call', [{ to, data }, 'latest'])).slice(26)}` as Address;
};

beforeAll(async () => {
  node = await startAnvil();
  const data = `0x${contracts.Router?.evm.bytecode.object}`;
  router = (await sendMined(node, { from: OWNER, gas: '0x1c9c380', data })).contractAddress;
  const pair = await wordAt(router, 'pair');
  tokens = [await wordAt(pair, 'token0'), await wordAt(pair, 'token1')];
});
afterEach(forgetAll);
afterAll(() => node?.stop());

/** Sends the call, and returns its rows as they are once and as a second visit has them. */
async function openCall(functionName: string, args: readonly unknown[] = []): Promise<(readonly RowView[])[]> {
  const data = encodeFunctionData({ abi, functionName, args });
  const { transactionHash } = await sendMined(node, { from: OWNER, to: router, gas: '0x989680', data });
  const seen: (readonly RowView[])[] = [];
  for (const _ of ['first', 'second']) {
    const { engine, open } = await startEngine([node.url]);
    const { handle } = await open({ networkId: ANVIL_NETWORK, hash: transactionHash });
    await engine.trace.rows(handle, 0 as VisibleIndex, 1);
    await engine.settled();
    seen.push((await engine.trace.rows(handle, 0 as VisibleIndex, 200)).rows);
  }
  return seen;
}

const textOf = (values: readonly Decoded[] | undefined) =>
  (values ?? []).flatMap((value) => (value.kind === 'address' ? [] : [cutValue(value, 160).text]));

const named = (rows: readonly RowView[], name: string) =>
  rows.filter(({ functionName }) => functionName?.text === name);

test('a pair’s reserves, swaps and events are in units of its tokens, and a router’s amounts in those of the path', async () => {
  const path = [tokens[1], tokens[0]];
  for (const rows of await openCall('swapExactTokensForTokens', [125n, 200_000n, path, OWNER, 2n ** 40n])) {
    const [root] = rows;
    expect(textOf(root?.inputs).slice(0, 2)).toEqual(['1.25 NUT', '0.2 GLD']);
    expect(root && 'outputs' in root && textOf(root.outputs)).toEqual(['[1.25 NUT, 0.25 GLD]']);
    const [reserves] = named(rows, 'getReserves');
    expect(reserves && 'outputs' in reserves && textOf(reserves.outputs)).toEqual(['5.5 GLD', '7.25 NUT', '9,000,000']);
    expect(named(rows, 'swap').map(({ inputs }) => textOf(inputs).slice(0, 2))).toEqual([['0.25 GLD', '0.03 NUT']]);
    expect(textOf(named(rows, 'Sync')[0]?.inputs)).toEqual(['5.25 GLD', '8.5 NUT']);
    expect(textOf(named(rows, 'Swap')[0]?.inputs)).toEqual(['0 GLD', '1.25 NUT', '0.25 GLD', '0.03 NUT']);
  }
});

test('what a pool of the third version gives is negative, and its caller hears the same', async () => {
  for (const rows of await openCall('swapThere')) {
    const [swap] = named(rows, 'swap');
    expect(swap && 'outputs' in swap && textOf(swap.outputs)).toEqual(['-1.5 GLD', '42.75 NUT']);
    expect(textOf(named(rows, 'uniswapV3SwapCallback')[0]?.inputs).slice(0, 2)).toEqual(['-1.5 GLD', '42.75 NUT']);
    expect(textOf(named(rows, 'Swap')[0]?.inputs).slice(0, 2)).toEqual(['-1.5 GLD', '42.75 NUT']);
  }
});

test('the same event of a contract that is no pool counts nothing', async () => {
  for (const rows of await openCall('noPool')) {
    const events = rows
      .filter(({ kind }) => kind === RowKind.log)
      .filter(({ functionName }) => functionName?.text === 'Sync');
    expect(events.map(({ inputs }) => textOf(inputs))).toEqual([
      ['5,250,000', '850'],
      ['5.25 GLD', '8.5 NUT'],
    ]);
  }
});
