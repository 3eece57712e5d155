/** Parity's traces and Tenderly's methods, in the shapes of their documentation, with values that the transactions were made with. */
import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { sendMined } from '../../helpers/mined';
import { startNode, type TestNode } from '../../helpers/node';
import { newestSolc } from '../../helpers/solc';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Address;
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as Address;
const NEWCOMER = `0x${'c0'.repeat(20)}` as Address;
const FEES = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x3b9aca00', gas: '0x493e0' };

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Token {
  string public constant symbol = "TT";
  string public constant name = "Token T";
  uint8 public constant decimals = 6;
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function mint(uint256 value) external { balanceOf[msg.sender] += value; emit Transfer(address(0), msg.sender, value); }
  function transfer(address to, uint256 value) public returns (bool) {
    require(balanceOf[msg.sender] >= value, "too little");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
contract Payer {
  function pay(Token token, address to) external { token.mint(5); token.transfer(to, 5); }
}`;
const ABI = parseAbi([
  'function mint(uint256)',
  'function transfer(address, uint256)',
  'function balanceOf(address)',
  'function pay(address, address)',
]);
const call = (functionName: 'mint' | 'transfer' | 'balanceOf' | 'pay', ...args: unknown[]) =>
  encodeFunctionData({ abi: ABI, functionName, args: args as never });

let node: TestNode;
let token: Address;
let payer: Address;
let hashes: { ether: Hash; first: Hash; pay: Hash };

beforeAll(async () => {
  node = await startNode();
  const input = {
    language: 'Solidity',
    sources: { 'Token.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { contracts } = JSON.parse(newestSolc().compile(JSON.stringify(input)));
  const make = async (name: string) => {
    const data = `0x${contracts['Token.sol'][name].evm.bytecode.object}`;
    const { contractAddress } = await sendMined(node, { from: ALICE, data, ...FEES, gas: '0x1e8480' });
    return contractAddress.toLowerCase() as Address;
  };
  token = await make('Token');
  payer = await make('Payer');
  const send = async (more: object) => (await sendMined(node, { from: ALICE, ...FEES, ...more })).transactionHash;
  hashes = {
    ether: await send({ to: BOB, value: '0x5' }),
    first: await send({ to: NEWCOMER, value: '0x7' }),
    pay: await send({ to: payer, data: call('pay', token, BOB) }),
  };
});
afterAll(() => node.stop());

const changed = (from: string, to: string) => ({ '*': { from, to } });

test('a replayed transfer is its trace and the changes of the state, those of new accounts apart', async () => {
  const replayed = await node.call<{ stateDiff: Record<string, { balance: object }> }>('trace_replayTransaction', [
    hashes.ether,
    ['trace', 'stateDiff'],
  ]);
  expect(replayed).toMatchObject({
    output: '0x',
    vmTrace: null,
    transactionHash: hashes.ether,
    trace: [
      {
        type: 'call',
        action: {
          from: ALICE,
          to: BOB,
          value: '0x5',
          gas: `0x${(300_000 - 21_000).toString(16)}`,
          input: '0x',
          callType: 'call',
        },
        result: { gasUsed: '0x0', output: '0x' },
        subtraces: 0,
        traceAddress: [],
      },
    ],
    stateDiff: {
      // 10,000 ether and 5 wei.
      [BOB]: {
        balance: changed('0x21e19e0c9bab2400000', '0x21e19e0c9bab2400005'),
        code: '=',
        nonce: '=',
        storage: {},
      },
      [ALICE]: { code: '=', nonce: changed('0x2', '0x3'), storage: {} },
    },
  });
  const born = await node.call<{ trace: []; stateDiff: object }>('trace_replayTransaction', [
    hashes.first,
    ['stateDiff'],
  ]);
  expect(born.trace).toEqual([]);
  expect(born.stateDiff).toMatchObject({
    [NEWCOMER]: { balance: { '+': '0x7' }, code: { '+': '0x' }, nonce: { '+': '0x0' }, storage: {} },
  });
  const block = await node.call<object[]>('trace_replayBlockTransactions', ['0x3', ['trace']]);
  expect(block).toMatchObject([{ transactionHash: hashes.ether, stateDiff: null, vmTrace: null }]);
  await expect(node.call('trace_replayTransaction', [hashes.ether, ['vmTrace']])).rejects.toThrow('vmTrace');
  await expect(node.call('trace_replayTransaction', [`0x${'11'.repeat(32)}`, ['trace']])).rejects.toThrow('not found');
});

test('one trace of a transaction is found by its place', async () => {
  expect(await node.call('trace_get', [hashes.pay, ['0x1']])).toMatchObject({
    action: { to: token, input: call('transfer', BOB, 5n) },
    traceAddress: [1],
    transactionHash: hashes.pay,
  });
  expect(await node.call('trace_get', [hashes.pay, ['0x2']])).toBeNull();
});

test('calls are traced, each on what the ones before it left', async () => {
  const mint = { from: BOB, to: token, data: call('mint', 9n) };
  const transfer = { from: BOB, to: token, data: call('transfer', NEWCOMER, 12n) };
  // Bob has 5.
  expect(await node.call('trace_call', [transfer, ['trace']])).toMatchObject({
    trace: [{ error: 'Reverted', action: { from: BOB, to: token } }],
    stateDiff: null,
  });
  const many = await node.call('trace_callMany', [
    [
      [mint, ['stateDiff']],
      [transfer, ['trace', 'stateDiff']],
    ],
    'latest',
  ]);
  expect(many).toMatchObject([
    { stateDiff: { [token]: { balance: '=' } } },
    { output: `0x${'1'.padStart(64, '0')}`, trace: [{ action: { to: token } }] },
  ]);
});

test('headers have no transactions', async () => {
  const { transactions, uncles, size, withdrawals, ...header } = await node.call<Record<string, unknown>>(
    'eth_getBlockByNumber',
    ['0x3', false],
  );
  expect([transactions, uncles, size, withdrawals]).toEqual([[hashes.ether], [], expect.any(String), []]);
  expect(await node.call('eth_getHeaderByNumber', ['0x3'])).toEqual(header);
  expect(await node.call('eth_getHeaderByHash', [header.hash])).toEqual(header);
});

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const change = (from: number, to: number) => ({
  previousValue: `0x${from.toString(16)}`,
  newValue: `0x${to.toString(16)}`,
});
/** Returns the slot of `balanceOf[holder]`, a mapping at slot 0 (Solidity, layout of state variables in storage). */
const balanceSlot = (holder: Address) =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, 0n]));

// Names of fields, and what stands where nothing is decoded: Tenderly's answers that alloy keeps (rpc-types-tenderly, test_data).
test('a simulated transaction says what it moves, changes and calls', async () => {
  const simulated = await node.call<{ gasUsed: Hex; trace: object[] }>('tenderly_simulateTransaction', [
    { from: ALICE, to: payer, data: call('pay', token, NEWCOMER) },
    'latest',
  ]);
  expect(simulated).toMatchObject({
    status: true,
    cumulativeGasUsed: simulated.gasUsed,
    blockNumber: '0x5',
    type: '0x2',
    logs: [
      { name: '', anonymous: false, inputs: null, raw: { address: token } },
      { raw: { address: token, data: `0x${'5'.padStart(64, '0')}` } },
    ],
    trace: [
      {
        type: 'CALL',
        from: ALICE,
        to: payer,
        subtraces: 2,
        traceAddress: [],
        output: '0x',
      },
      { type: 'CALL', from: payer, to: token, subtraces: 0, traceAddress: [0] },
      { type: 'CALL', from: payer, to: token, subtraces: 0, traceAddress: [1] },
    ],
    assetChanges: [
      {
        type: 'Mint',
        to: payer,
        rawAmount: '0x5',
        amount: '0.000005',
        assetInfo: {
          standard: 'ERC20',
          type: 'Fungible',
          contractAddress: token,
          symbol: 'TT',
          name: 'Token T',
          decimals: 6,
        },
      },
      { type: 'Transfer', from: payer, to: NEWCOMER, rawAmount: '0x5' },
    ],
    balanceChanges: [
      { address: payer, transfers: [0, 1] },
      { address: NEWCOMER, transfers: [1] },
    ],
    stateChanges: expect.arrayContaining([
      // Two contracts and three transactions before it.
      { address: ALICE, nonce: change(5, 6) },
      { address: token, storage: [{ slot: balanceSlot(NEWCOMER), previousValue: word(0), newValue: word(5) }] },
    ]),
  });
  for (const frame of simulated.trace) expect(frame).not.toHaveProperty('method');
});

test('calls of a bundle run on each other, with overrides, and are left out of the chain', async () => {
  const mint = { from: BOB, to: token, data: call('mint', 9n) };
  const transfer = { from: BOB, to: token, data: call('transfer', NEWCOMER, 12n) };
  const [first, second] = await node.call<Record<string, Hex>[]>('tenderly_simulateBundle', [
    [mint, transfer],
    'latest',
  ]);
  expect([first?.status, second?.status]).toEqual([true, true]);
  expect(BigInt(second?.cumulativeGasUsed ?? 0)).toBe(BigInt(first?.gasUsed ?? 0) + BigInt(second?.gasUsed ?? 0));
  const alone = await node.call('tenderly_simulateTransaction', [transfer, 'latest']);
  expect(alone).toMatchObject({
    status: false,
    logs: [],
    trace: [{ error: 'execution reverted', errorReason: 'too little' }],
  });
  expect(alone).not.toHaveProperty('assetChanges');
  const rich = await node.call('tenderly_simulateTransaction', [
    { from: NEWCOMER, to: BOB, value: '0xde0b6b3a7640000' },
    'latest',
    { [NEWCOMER]: { balance: '0xde0b6b3a7640000' } },
  ]);
  expect(rich).toMatchObject({
    assetChanges: [{ assetInfo: { standard: 'NativeCurrency', type: 'Native' }, from: NEWCOMER, to: BOB, amount: '1' }],
  });
});

test('estimates are the least gas and what is used of it; a bundle’s are each on what came before', async () => {
  const ether = { from: ALICE, to: BOB, value: '0x1' };
  expect(await node.call('tenderly_estimateGas', [ether])).toEqual({ gas: '0x5208', gasUsed: '0x5208' });
  const mint = { from: BOB, to: token, data: call('mint', 9n) };
  const transfer = { from: BOB, to: token, data: call('transfer', NEWCOMER, 12n) };
  await expect(node.call('tenderly_estimateGas', [transfer])).rejects.toThrow('too little');
  const bundle = await node.call<{ gas: Hex; gasUsed: Hex }[]>('tenderly_estimateGasBundle', [[mint, transfer]]);
  expect(bundle.map(({ gas, gasUsed }) => BigInt(gas) >= BigInt(gasUsed))).toEqual([true, true]);
});

test('a mined transaction is traced with what its receipt says', async () => {
  const receipt = await node.call<Record<string, unknown>>('eth_getTransactionReceipt', [hashes.pay]);
  const traced = await node.call('tenderly_traceTransaction', [hashes.pay]);
  const { gasUsed, cumulativeGasUsed, blockNumber, logsBloom, type } = receipt;
  expect(traced).toMatchObject({ status: true, gasUsed, cumulativeGasUsed, blockNumber, logsBloom, type });
  expect(traced).toMatchObject({ trace: [{ to: payer }, { to: token }, { to: token }] });
  await expect(node.call('tenderly_traceTransaction', [`0x${'11'.repeat(32)}`])).rejects.toThrow('not found');
});
