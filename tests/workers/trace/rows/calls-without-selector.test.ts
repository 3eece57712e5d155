/** Calls whose calldata holds no selector: whether code ran in them is what the node's own steps say. */
import 'fake-indexeddb/auto';
import { encodeFunctionData, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../../src/core/chain/primitives';
import { ZERO_ADDRESS } from '../../../../src/core/chain/zero-address';
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
