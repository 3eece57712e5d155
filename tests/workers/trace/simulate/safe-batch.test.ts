/** A batch of the Safe transaction builder, carried out by a Safe 1.4.1 that asks for two owners' signatures. */
import 'fake-indexeddb/auto';
import { createRequire } from 'node:module';
import { type Abi, encodeAbiParameters, encodeFunctionData, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../../../src/core/chain/primitives';
import type { SimulationDraft } from '../../../../src/core/simulation/draft';
import { readPaste } from '../../../../src/core/simulation/paste/paste';
import { MULTI_SEND } from '../../../../src/core/simulation/paste/safe-execution';
import { ANVIL_ACCOUNTS } from '../../../helpers/anvil';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { sendMined } from '../../../helpers/mined';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

type Artifact = { abi: Abi; bytecode: Hex; deployedBytecode: Hex };
const artifact = (path: string): Artifact =>
  createRequire(import.meta.url)(`@safe-global/safe-contracts/build/artifacts/contracts/${path}.json`);

const [DEPLOYER, OTHER] = ANVIL_ACCOUNTS as unknown as [Address, Address];
const PAYEES = [`0x${'0d'.repeat(20)}`, `0x${'0e'.repeat(20)}`] as const;

let node: TestNode;
let safe: Address;

beforeAll(async () => {
  node = await startNode();
  const singleton = artifact('Safe.sol/Safe');
  const proxy = artifact('proxies/SafeProxy.sol/SafeProxy');
  const deploy = async (data: Hex): Promise<Address> =>
    (await sendMined(node, { from: DEPLOYER, data, gas: '0x989680' })).contractAddress;
  const at = await deploy(singleton.bytecode);
  safe = await deploy(`${proxy.bytecode}${encodeAbiParameters([{ type: 'address' }], [at]).slice(2)}`);
  const setup = encodeFunctionData({
    abi: singleton.abi,
    functionName: 'setup',
    args: [[DEPLOYER, OTHER], 2n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
  });
  await sendMined(node, { from: DEPLOYER, to: safe, data: setup });
  await sendMined(node, { from: DEPLOYER, to: safe, value: '0x64' });
  await node.call('anvil_setCode', [
    MULTI_SEND,
    artifact('libraries/MultiSendCallOnly.sol/MultiSendCallOnly').deployedBytecode,
  ]);
});
afterAll(async () => {
  await forgetAll();
  await node?.stop();
});

/** What a file with `transactions` comes to as the one transaction of an owner. */
async function run(transactions: readonly object[], meta: object = {}) {
  const file = {
    version: '1.0',
    chainId: String(ANVIL_NETWORK),
    meta: { createdFromSafeAddress: safe, ...meta },
    transactions,
  };
  const pasted = await readPaste(JSON.stringify(file), String(ANVIL_NETWORK));
  if (!pasted.ok) throw new Error(pasted.error);
  const { trace } = (await startEngine([node.url])).engine;
  const ran = await trace.runSimulation(newJob(), pasted.value.second?.draft as SimulationDraft);
  if (!ran.ok) throw new Error(ran.error.message);
  return ran.value.steps.map(({ outcome }) => outcome);
}

const pays = (to: Hex, value: string) => ({ to, value, data: '0x' });
const TRUE = `0x${'1'.padStart(64, '0')}`;

test('one call, by somebody whom an override makes an owner', async () => {
  expect(await run([pays(PAYEES[0], '5')])).toMatchObject([{ state: 'executed', success: true, output: TRUE }]);
});

test('several calls, by the owner whom the file names', async () => {
  const batch = PAYEES.map((payee) => pays(payee, '5'));
  expect(await run(batch, { createdFromOwnerAddress: OTHER })).toMatchObject([{ success: true, output: TRUE }]);
});

test('a call that fails, fails the transaction', async () => {
  expect(await run([pays(PAYEES[0], '5'), pays(PAYEES[1], '1000')])).toMatchObject([{ success: false }]);
});
