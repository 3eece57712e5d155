/** What is asked of sources does not depend on what was asked of the same worker before. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { importDemoContracts, newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const chain = runDemoChain();

/** A contract whose sources an engine found, one of its files, and the text of it. */
async function foundSource() {
  const { engine } = await startEngine([chain.proxy.url]);
  await importDemoContracts(engine, chain);
  const record = await engine.chain.loadTransaction(newJob(), chain.keyOf('nested-custom-error'), true);
  const address = record.ok ? record.value.transaction.to : undefined;
  if (address === undefined) throw new Error('the transaction calls nobody');
  const source = await engine.contracts.contractSource(newJob(), ANVIL_NETWORK, address);
  const file = source.ok ? source.value.source?.file : undefined;
  const text = file && (await engine.contracts.sourceText(ANVIL_NETWORK, address, file));
  if (file === undefined || text === undefined) throw new Error('the contract has no source');
  return { address, file, text, matches: await engine.contracts.searchSources(ANVIL_NETWORK, address, 'contract') };
}

test('a worker that was started anew answers for texts of sources first of all', async () => {
  const { address, file, text } = await foundSource();
  const { engine } = await startEngine([chain.proxy.url]);
  expect(await engine.contracts.sourceText(ANVIL_NETWORK, address, file)).toBe(text);
  expect(await engine.contracts.sourceText(ANVIL_NETWORK, address, 'no/such.sol')).toBeUndefined();
});

test('a worker that was started anew searches sources first of all', async () => {
  const { address, matches } = await foundSource();
  expect(matches.length).toBeGreaterThan(0);
  const { engine } = await startEngine([chain.proxy.url]);
  expect(await engine.contracts.searchSources(ANVIL_NETWORK, address, 'contract')).toEqual(matches);
});

test('of a contract whose source nobody has there is no text', async () => {
  const { engine } = await startEngine([chain.proxy.url]);
  const nobody = `0x${'12'.repeat(20)}` as Address;
  expect(await engine.contracts.sourceText(ANVIL_NETWORK, nobody, 'A.sol')).toBeUndefined();
  expect(await engine.contracts.searchSources(ANVIL_NETWORK, nobody, 'contract')).toEqual([]);
});
