/** Calls that are told though no frame has them as its own: in calldata, and by delegation. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { rowIndex } from '../../../../src/core/trace/rows';
import { importDemoContracts, runDemoChain, startEngine } from '../../../helpers/demo-engine';

const chain = runDemoChain();

test('the input data of a multicall has its calls by name', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf('multicall-swaps'));
  await settledRows(handle, 1);
  const { inputs } = await engine.trace.detail(handle, rowIndex(0));
  const calls = (inputs?.[0]?.items ?? []).flatMap(({ nested }: Decoded) => nested ?? []);
  expect(calls.map(({ name, items }) => `${name} ${items?.length}`)).toEqual([
    'swapExactTokens 5',
    'swapExactTokens 5',
    'swapExactTokens 5',
  ]);
});

test('the contract that an account delegates to is among those whose code ran', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf('set-code'));
  await settledRows(handle, 1);
  const contracts = await engine.trace.contracts(handle);
  expect(contracts.map(({ name }) => name?.text)).toContain('SmartWallet');
});

test('the input of a precompile is no function without a name', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf('precompiles'));
  await settledRows(handle, 1);
  expect((await engine.trace.unknowns(handle)).selectors).toEqual([]);
});
