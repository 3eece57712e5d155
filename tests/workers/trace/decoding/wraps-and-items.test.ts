/** Tokens that nobody has sources of: wraps, vaults with requests, and items. What changed is what balanceOf says before and after. */
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex, toEventHash } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll } from '../../../helpers/demo-engine';
import { loupe } from '../../../helpers/loupe';
import { sendMined } from '../../../helpers/mined';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
abstract contract Balances {
    string public symbol; uint8 public decimals;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    function totalSupply() external pure returns (uint256) { return 1; }
    function transfer(address to, uint256 value) external returns (bool) { balanceOf[msg.sender] -= value; balanceOf[to] += value; emit Transfer(msg.sender, to, value); return true; }
}
contract Wrapped is Balances {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);
    constructor() { symbol = "WRAP"; decimals = 18; }
    function deposit() external payable { balanceOf[msg.sender] += msg.value; emit Deposit(msg.sender, msg.value); }
    function withdraw(uint256 wad) external { balanceOf[msg.sender] -= wad; payable(msg.sender).transfer(wad); emit Withdrawal(msg.sender, wad); }
}
contract Bank {
    event Deposit(address indexed dst, uint256 wad);
    function deposit() external payable { emit Deposit(msg.sender, msg.value); }
}
contract Staked is Balances {
    event Deposit(address indexed user, uint256 amount);
    constructor() { symbol = "xST"; decimals = 18; }
    function deposit() external payable { uint256 shares = msg.value / 4; balanceOf[msg.sender] += shares; emit Transfer(address(0), msg.sender, shares); emit Deposit(msg.sender, msg.value); }
}
contract Asset is Balances { constructor() { symbol = "AST"; decimals = 6; } }
contract Later is Balances {
    address public asset;
    event DepositRequest(address indexed controller, address indexed owner, uint256 indexed requestId, address sender, uint256 assets);
    constructor(address token) { asset = token; symbol = "lAST"; decimals = 18; }
    function convertToAssets(uint256 shares) external pure returns (uint256) { return shares / 1e12; }
    function requestDeposit(uint256 assets, address controller, address owner) external returns (uint256) { emit DepositRequest(controller, owner, 0, msg.sender, assets); return 0; }
    function pendingDepositRequest(uint256, address) external pure returns (uint256) { return 2500000; }
}
contract Items {
    string public symbol = "ITM";
    mapping(uint256 => address) public ownerOf;
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    constructor() { ownerOf[7] = msg.sender; ownerOf[8] = msg.sender; }
    function approve(address to, uint256 tokenId) external { emit Approval(msg.sender, to, tokenId); }
    function transferFrom(address from, address to, uint256 tokenId) external { ownerOf[tokenId] = to; emit Transfer(from, to, tokenId); }
    function burn(uint256 tokenId) external { address owner = ownerOf[tokenId]; delete ownerOf[tokenId]; emit Transfer(owner, address(0), tokenId); }
}`;
type Made = Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>;
const made = buildInfo(newestSolc(), 'Wraps.sol', SOURCE).output.contracts['Wraps.sol'] as unknown as Made;
const [SENDER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];

let node: Anvil;

beforeAll(async () => {
  node = await startAnvil();
});
afterEach(forgetAll);
afterAll(() => node?.stop());

async function deploy(name: string, ...args: readonly Address[]): Promise<Address> {
  const { abi, evm } = made[name] as Made[string];
  const data = encodeDeployData({ abi, bytecode: `0x${evm.bytecode.object}`, args });
  return (await sendMined(node, { from: SENDER, data, gas: '0x4c4b40' })).contractAddress;
}

const calldata = (name: string, functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: (made[name] as Made[string]).abi, functionName, args });

const balanceOf = async (token: Address) =>
  BigInt(await node.call<Hex>('eth_call', [{ to: token, data: calldata('Wrapped', 'balanceOf', [SENDER]) }, 'latest']));

async function told(to: Address, name: string, functionName: string, args: readonly unknown[], value = 0n) {
  const before = await balanceOf(to).catch(() => 0n);
  const sent = { from: SENDER, to, data: calldata(name, functionName, args), value: `0x${value.toString(16)}` };
  const { transactionHash } = await sendMined(node, { ...sent, gas: '0x100000' });
  const { out } = await loupe(['tx', transactionHash, '--rpc', node.url, '--json']);
  const json = JSON.parse(out);
  const changes: { address: string; token?: string; amount: string }[] = json.assets?.changes ?? [];
  const own = changes.filter(({ address, token }) => address === SENDER && token === to.toLowerCase());
  const changed = (await balanceOf(to).catch(() => 0n)) - before;
  return { json, own: own.map(({ amount }) => BigInt(amount)), changed };
}

test('wraps of a token without sources change its balances', async () => {
  const wrapped = await deploy('Wrapped');
  for (const [functionName, args, value] of [
    ['deposit', [], 5n * 10n ** 17n],
    ['withdraw', [10n ** 17n], 0n],
  ] as const) {
    const { own, changed, json } = await told(wrapped, 'Wrapped', functionName, args, value);
    expect(own).toEqual([changed]);
    expect(json.assets.tokens[0]).toMatchObject({ symbol: 'WRAP', decimals: 18 });
  }
});

test('who emits Deposit and is no token moves none', async () => {
  const bank = await deploy('Bank');
  const { own } = await told(bank, 'Bank', 'deposit', [], 5n);
  expect(own).toEqual([]);
});

test('a Deposit beside the shares that it gives moves nothing by itself', async () => {
  const staked = await deploy('Staked');
  const { own, changed } = await told(staked, 'Staked', 'deposit', [], 400n);
  expect([own, changed]).toEqual([[100n], 100n]);
});

test('requests of a vault are named and in the unit of its asset (ERC-7540)', async () => {
  const later = await deploy('Later', await deploy('Asset'));
  const { json } = await told(later, 'Later', 'requestDeposit', [2_500_000n, SENDER, OTHER]);
  expect(json.calls.rows[0].inputs[0]).toMatchObject({ name: 'assets', amount: '2.5 AST' });
  const [event] = json.events.rows;
  // As the standard declares it.
  expect(event.topics[0]).toBe(toEventHash('event DepositRequest(address,address,uint256,address,uint256)'));
  expect(event.event.text).toBe('DepositRequest');
  expect(event.inputs[4]).toMatchObject({ name: 'assets', amount: '2.5 AST' });
});

test('what calls of items take is an id', async () => {
  const items = await deploy('Items');
  for (const [functionName, args] of [
    ['approve', [OTHER, 7n]],
    ['transferFrom', [SENDER, OTHER, 8n]],
    ['burn', [7n]],
  ] as const) {
    const { json } = await told(items, 'Items', functionName, args);
    const { name, value } = json.calls.rows[0].inputs.at(-1);
    expect([functionName, name, value]).toEqual([functionName, 'tokenId', String(args.at(-1))]);
  }
});
