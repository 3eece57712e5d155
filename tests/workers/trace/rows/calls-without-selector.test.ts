/** Calls whose calldata holds no selector: whether code ran in them is what the node's own steps say. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, parseAbi, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytesBeyondSelector } from '../../../../src/app/views/trace/row-format';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { ZERO_ADDRESS } from '../../../../src/core/chain/zero-address';
import type { FrameRow } from '../../../../src/workers/trace/rows.api';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../../helpers/anvil';
import { forgetAll, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { ANVIL_NETWORK } from '../../../helpers/rpc';
import { buildInfo, newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.20;
contract Till {
  uint public visits;
  receive() external payable { visits++; }
  fallback() external payable { visits += 2; }
}
contract Visitor { function visit(address till) external { till.call(""); till.call(hex"01"); till.call(hex"010203"); } }`;
const build = buildInfo(newestSolc(), 'Till.sol', SOURCE);
const made = build.output.contracts['Till.sol'];
const [SENDER, IDLE] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const OWNER = privateKeyToAccount(`0x${'18'.repeat(32)}`);
const owner = OWNER.address.toLowerCase() as Address;

let node: Anvil;
let till: Address;
let visitor: Address;

beforeAll(async () => {
  node = await startAnvil();
  const deploy = async (name: 'Till' | 'Visitor') =>
    (await sendMined(node, { from: SENDER, data: `0x${made[name].evm.bytecode.object}`, gas: '0x989680' }))
      .contractAddress as Address;
  till = await deploy('Till');
  visitor = await deploy('Visitor');
});
afterEach(forgetAll);
afterAll(() => node?.stop());

async function openHash(hash: Hash) {
  const { engine, open, settledRows } = await startEngine([node.url]);
  await engine.contracts.importBuildOutput('till.json', new TextEncoder().encode(JSON.stringify(build)));
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  const rows = await settledRows(handle);
  const outcome = await engine.trace.outcome(handle);
  const { structLogs } = await node.call<{ structLogs: unknown[] }>('debug_traceTransaction', [hash]);
  return { rows, outcome, names: rows.map(({ functionName }) => functionName?.text), ranCode: structLogs.length > 0 };
}

const sent = async (transaction: object) =>
  (await sendMined(node, { from: SENDER, gas: '0x30d40', ...transaction })).transactionHash;

test('receive and fallback are named as the node runs them', async () => {
  for (const [data, name] of [
    ['0x', 'receive'],
    ['0x01', 'fallback'],
    ['0x010203', 'fallback'],
  ] as const) {
    const { outcome, ranCode } = await openHash(await sent({ to: till, data }));
    expect([data, ranCode, outcome.method?.text, outcome.codeless]).toEqual([data, true, name, undefined]);
  }
  const abi = parseAbi(['function visit(address till)']);
  const data = encodeFunctionData({ abi, args: [till] });
  expect((await openHash(await sent({ to: visitor, data }))).names).toEqual([
    'visit',
    'receive',
    'fallback',
    'fallback',
  ]);
});

test('the contracts of the protocol and the factories take calldata whole, without a selector', async () => {
  // EIP-2935 takes the number of a block; the deployment proxy takes a salt and init code, here of a contract without code.
  const latest = BigInt(await node.call<Hex>('eth_blockNumber', [])) - 1n;
  const calls = [
    ['0x0000f90827f1c53a10cb7a02335b175320002935', toHex(latest, { size: 32 })],
    ['0x4e59b44847b379578588920ca78fbf26c0b4956c', `0x${'5a'.repeat(32)}5f5ff3`],
  ] as const;
  for (const [to, data] of calls) {
    expect(await node.call<Hex>('eth_getCode', [to, 'latest'])).not.toBe('0x');
    const { rows, ranCode } = await openHash(await sent({ to, data }));
    const { transactions } = await node.call<{ transactions: [{ input: Hex }] }>('eth_getBlockByNumber', [
      'latest',
      true,
    ]);
    expect([ranCode, rows[0]?.functionName, (rows[0] as FrameRow).selector]).toEqual([true, undefined, undefined]);
    expect(rows[0] && bytesBeyondSelector(rows[0] as FrameRow)).toBe((transactions[0].input.length - 2) / 2);
  }
});

test('a fallback function is given every byte of the calldata', async () => {
  for (const data of ['0x01', '0x01020304', '0x0102030405060708'] as const) {
    const { rows } = await openHash(await sent({ to: till, data }));
    expect(rows[0] && bytesBeyondSelector(rows[0] as FrameRow)).toBe(await sizeSeen(data));
  }
});

/** Returns the size of the calldata that code sees at the address of the till. */
async function sizeSeen(data: Hex): Promise<number> {
  const code = '0x365f5260205ff3'; // CALLDATASIZE, PUSH0, MSTORE, and 32 bytes of it are returned
  const size = await node.call<Hex>('eth_call', [{ to: till, data }, 'latest', { [till]: { code } }]);
  return Number(size);
}

test('an account without code runs none, whatever the transaction pays for beside it', async () => {
  const accessList = [{ address: till, storageKeys: [`0x${'00'.repeat(32)}`] }];
  const { outcome, ranCode } = await openHash(await sent({ to: IDLE, value: '0x1', accessList }));
  expect([ranCode, outcome.codeless]).toEqual([false, true]);
});

test('an account that ends its delegation with the transaction runs nothing in it', async () => {
  await sent({ to: owner, value: '0xde0b6b3a7640000' });
  const delegate = async (address: Address, nonce: number): Promise<Hash> => {
    const authorization = await OWNER.signAuthorization({ address, chainId: ANVIL_NETWORK, nonce: nonce + 1 });
    const signed = await OWNER.signTransaction({
      ...{ type: 'eip7702', chainId: ANVIL_NETWORK, nonce, to: owner, gas: 200_000n },
      ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, authorizationList: [authorization] },
    });
    const hash = await node.call<Hash>('eth_sendRawTransaction', [signed]);
    await node.call<Hex>('evm_mine', []);
    return hash;
  };
  const begun = await openHash(await delegate(till, 0));
  expect([begun.ranCode, begun.names, begun.outcome.codeless]).toEqual([true, ['receive'], undefined]);
  await forgetAll();
  const ended = await openHash(await delegate(ZERO_ADDRESS, 2));
  expect([ended.ranCode, ended.names, ended.outcome.codeless]).toEqual([false, [undefined], true]);
});
