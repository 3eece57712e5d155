/** What lists say of calls: the names of functions, and why a transaction failed. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../devnet/names';
import type { Hash, Selector } from '../../../src/core/chain/primitives';
import { fetchTransaction } from '../../../src/net/chain-reader';
import { importDemoContracts, runDemoChain, startEngine } from '../../helpers/demo-engine';
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

test('failed transactions say what they reverted with, and others nothing', async () => {
  const { engine } = await startEngine([demo.proxy.url]);
  await importDemoContracts(engine, demo);
  const hashOf = (name: TransactionName): Hash => demo.keyOf(name).hash;
  await engine.contracts.learnFunctionNames(ANVIL_NETWORK, [await callOf('erc20-insufficient-balance')]);
  const reasons = await engine.contracts.failureReasons(ANVIL_NETWORK, [
    hashOf('erc20-insufficient-balance'),
    hashOf('erc20-transfer'),
    hashOf('failed-creation'),
  ]);
  expect(Object.keys(reasons)).toEqual([hashOf('erc20-insufficient-balance')]);
  expect(reasons[hashOf('erc20-insufficient-balance')]).toMatch(/^\w*Insufficient\w*\(.+\)$/);
});
