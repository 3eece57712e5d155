/** What contracts of the demo chain were created with: the arguments are those of devnet/chapters, the bytes those of the node. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const chain = runDemoChain();

async function start() {
  const { engine } = await startEngine([chain.proxy.url]);
  await engine.contracts.importBuildOutput('build.json', readFileSync(chain.devnet.buildOutputPath));
  const addressOf = (label: string) => (chain.devnet.manifest.contracts[label] ?? '').toLowerCase() as Address;
  return { contracts: engine.contracts, addressOf };
}

test('the constructor’s arguments and the whole init code are those of the transaction', async () => {
  const { contracts, addressOf } = await start();
  const answer = await contracts.contractConstruction(newJob(), ANVIL_NETWORK, addressOf('Multisig'));
  if (!answer.ok) throw new Error(answer.error.message);
  const [owners, threshold] = answer.value?.arguments ?? [];
  expect(owners).toMatchObject({ name: 'owners_', type: 'address[]' });
  expect(threshold).toMatchObject({ name: 'threshold_', text: '2' });
  const source = await contracts.contractSource(newJob(), ANVIL_NETWORK, addressOf('Multisig'));
  const compiled = source.ok ? source.value.source?.creationCode : undefined;
  expect(answer.value?.initCode.startsWith(compiled ?? 'none')).toBe(true);
  // Offset, threshold, length and the owners behind the code.
  expect((answer.value?.initCode.length ?? 0) - (compiled?.length ?? 0)).toBe(64 * (3 + (owners?.items?.length ?? 0)));
});

test('creation code has its libraries linked, and they are named', async () => {
  const { contracts, addressOf } = await start();
  const answer = await contracts.contractSource(newJob(), ANVIL_NETWORK, addressOf('WeatherStation'));
  const source = answer.ok ? answer.value.source : undefined;
  expect(source?.libraries.map(({ name, address }) => [name.split(':').at(-1), address])).toEqual([
    ['Statistics', addressOf('Statistics')],
  ]);
  expect(source?.creationCode).toMatch(/^0x[0-9a-f]+$/);
  expect(source?.creationCode).toContain(addressOf('Statistics').slice(2));
});

test('of a contract that a contract created, and of one without sources, nothing is claimed', async () => {
  const { contracts, addressOf } = await start();
  for (const label of ['MapleJuniperPair', 'Mystery'])
    expect(await contracts.contractConstruction(newJob(), ANVIL_NETWORK, addressOf(label))).toEqual({
      ok: true,
      value: undefined,
    });
});
