/** What lists say of calls: the names of functions, and why a transaction failed. */
import 'fake-indexeddb/auto';
import { encodeErrorResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../devnet/names';
import type { Address, Hex, Selector } from '../../../src/core/chain/primitives';
import { fetchTransaction } from '../../../src/net/chain-reader';
import type { FailedTransaction } from '../../../src/workers/contracts/contracts.api';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

const demo = runDemoChain();

async function callOf(name: TransactionName) {
  const found = await fetchTransaction(rpcOf([demo.proxy.url]), demo.keyOf(name).hash);
  if (!found.ok || found.value.to === undefined) throw new Error(`${name} is no call`);
  return { to: found.value.to, selector: found.value.input.slice(0, 10) as Selector };
}

test('functions have the names of the contracts that are called, which are learned for it', async () => {
  const { engine, events } = await startEngine([demo.proxy.url]);
  await importDemoContracts(engine, demo);
  const swap = await callOf('swap-two-hops');
  const proxied = await callOf('uups-before-upgrade');
  const unknown = { to: swap.to, selector: '0x00000001' as Selector };
  const names = await engine.contracts.learnFunctionNames(ANVIL_NETWORK, [swap, proxied, unknown]);
  expect(names[`${swap.to} ${swap.selector}`]).toMatchObject({
    text: expect.stringMatching(/^swap/),
    origin: 'buildOutput',
  });
  expect(names[`${proxied.to} ${proxied.selector}`]?.text).toBe('withdraw');
  expect(names[`${unknown.to} ${unknown.selector}`]).toBeUndefined();
  expect(events.filter(({ type }) => type === 'names')).toHaveLength(1);
  await engine.contracts.learnFunctionNames(ANVIL_NETWORK, [swap]);
  expect(events.filter(({ type }) => type === 'names')).toHaveLength(1);
});

async function failedCall(name: TransactionName): Promise<FailedTransaction> {
  const found = await fetchTransaction(rpcOf([demo.proxy.url]), demo.keyOf(name).hash);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

test('failed transactions say what they reverted with, and others nothing', async () => {
  const { engine } = await startEngine([demo.proxy.url]);
  await importDemoContracts(engine, demo);
  await engine.contracts.learnFunctionNames(ANVIL_NETWORK, [await callOf('erc20-insufficient-balance')]);
  const failed = await failedCall('erc20-insufficient-balance');
  const reasons = await engine.contracts.failureReasons(ANVIL_NETWORK, [
    failed,
    await failedCall('erc20-transfer'),
    await failedCall('failed-creation'),
  ]);
  expect(Object.keys(reasons)).toEqual([failed.hash]);
  expect(reasons[failed.hash]).toMatch(/^\w*Insufficient\w*\(.+\)$/);
  // The same of what a simulated call returned: an error of the contract, and Error(string).
  const token = failed.to as Address;
  const errors = parseAbi([
    'error ERC20InsufficientBalance(address, uint256, uint256)',
    'error Error(string)',
    'error StalePrice(uint256 age, uint256 maxAge)',
    'error OwnableUnauthorizedAccount(address account)',
  ]);
  const insufficient = encodeErrorResult({ abi: errors, errorName: 'ERC20InsufficientBalance', args: [token, 1n, 2n] });
  const text = encodeErrorResult({ abi: errors, errorName: 'Error', args: ['paused'] });
  // Errors of contracts that the token may have called: of one that was imported, and of one that nobody knows.
  const called = encodeErrorResult({ abi: errors, errorName: 'StalePrice', args: [90n, 60n] });
  const common = encodeErrorResult({ abi: errors, errorName: 'OwnableUnauthorizedAccount', args: [token] });
  const cutShort = common.slice(0, -2) as Hex;
  const reverts = [insufficient, text, called, common, cutShort, '0x99999999' as Hex].map((data) => ({
    to: token,
    data,
  }));
  expect(await engine.contracts.revertReasons(ANVIL_NETWORK, reverts)).toEqual([
    expect.stringMatching(/^ERC20InsufficientBalance\(0x\w+…\w+, 1, 2\)$/),
    'paused',
    'StalePrice(90, 60)',
    expect.stringMatching(/^OwnableUnauthorizedAccount\(0x\w+…\w+\)$/),
    undefined,
    undefined,
  ]);
});

test('what listed transactions failed with is asked once, and read with what is known then', async () => {
  const failed = await failedCall('erc20-insufficient-balance');
  const passed = await failedCall('erc20-transfer');
  const first = await startEngine([demo.proxy.url]);
  for (const { blockNumber } of [failed, passed]) {
    const loaded = await first.engine.chain.loadBlock(newJob(), ANVIL_NETWORK, blockNumber ?? 0, true);
    if (!loaded.ok) throw new Error(loaded.error.message);
  }
  await first.engine.settled();
  await first.engine.contracts.failureReasons(ANVIL_NETWORK, [failed, passed]);

  demo.proxy.set({ refuse: /^eth_/ });
  const { engine } = await startEngine([demo.proxy.url]);
  await importDemoContracts(engine, demo);
  const reasons = await engine.contracts.failureReasons(ANVIL_NETWORK, [failed, passed]);
  expect(Object.keys(reasons)).toEqual([failed.hash]);
  expect(reasons[failed.hash]).toContain('Insufficient');
  const elsewhere = { ...failed, index: (failed.index ?? 0) + 1 };
  expect(await engine.contracts.failureReasons(ANVIL_NETWORK, [elsewhere])).toEqual({});
});
