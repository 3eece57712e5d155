/** What a provider says of a contract's source is known to whoever asks for its ABI: pages, projects, the next worker. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { verificationLevel } from '../../../src/core/contract/functions/call-tabs';
import { readContracts } from '../../../src/db/contracts/contracts';
import type { Engine } from '../../../src/workers/engine';
import { allowOnly } from '../../helpers/consent';
import { newJob, runDemoChain, startEngine } from '../../helpers/demo-engine';
import { type HostedServer, startHostedServer } from '../../helpers/hosted-server';
import { ANVIL_NETWORK } from '../../helpers/rpc';
import { newestSolc, servingWith } from '../../helpers/solc';

const chain = runDemoChain();
const FILE = 'contracts/failures/Failures.sol';

type Build = {
  input: { sources: Record<string, { content: string }>; settings: object };
  output: { contracts: Record<string, Record<string, { abi: unknown }>> };
};

let host: HostedServer | undefined;
afterEach(async () => {
  await host?.stop();
  host = undefined;
});

/** An engine whose host has the source of the demo chain's Failures, or with `abiOnly` its ABI alone. */
async function start(abiOnly = false): Promise<{ engine: Engine; address: Address; names: () => number }> {
  const address = (chain.devnet.manifest.contracts.Failures ?? '').toLowerCase() as Address;
  const build = JSON.parse(readFileSync(chain.devnet.buildOutputPath, 'utf8')) as Build;
  const source = build.input.sources[FILE]?.content;
  const contract = {
    address,
    network_id: String(ANVIL_NETWORK),
    contract_name: 'Failures',
    verification_date: '2025-01-01T00:00:00Z',
    compiler_version: 'v0.8.37+commit.f401782d',
    compiler_settings: build.input.settings,
    data: {
      main_contract: 1,
      contract_info: abiOnly ? [] : [{ id: 1, path: FILE, name: 'Failures', source }],
      raw_abi: build.output.contracts[FILE]?.Failures?.abi,
    },
  };
  host = await startHostedServer(({ path }) => {
    if (path.endsWith('/creation-tx')) return { body: { hash: `0x${'12'.repeat(32)}` } };
    return path.endsWith('/contracts') ? { body: { contracts: [contract] } } : undefined;
  });
  const config = parseRuntimeConfig({
    networks: [{ id: ANVIL_NETWORK, rpcUrls: [chain.proxy.url] }],
    hostedApi: { url: host.url, name: 'Team host' },
  });
  if (!config.ok) throw new Error(config.error);
  const { engine, events } = await startEngine([], config.value);
  await engine.contracts.setCompiler(servingWith(newestSolc()));
  return { engine, address, names: () => events.filter(({ type }) => type === 'names').length };
}

async function accountOf(engine: Engine, address: Address) {
  const account = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  if (!account.ok) throw new Error(account.error.message);
  return account.value.knowledge;
}

test('whoever reads the source of a host has its functions, and so do the page and the database after it', async () => {
  await allowOnly('hosted');
  const { engine, address, names } = await start();
  expect(verificationLevel(await accountOf(engine, address))).toBe('unverified');
  const source = await engine.contracts.contractSource(newJob(), ANVIL_NETWORK, address);
  expect(source).toMatchObject({ ok: true, value: { source: { origin: 'hosted', contract: 'Failures' } } });
  expect(names()).toBe(1);
  const known = await accountOf(engine, address);
  expect(known).toMatchObject({ abiOrigin: 'hosted', match: 'exact', name: { text: 'Failures', origin: 'hosted' } });
  expect(known.abi.some((entry) => entry.type === 'function' && entry.name === 'customError')).toBe(true);
  expect((await readContracts(ANVIL_NETWORK, [address])).get(address)).toMatchObject({ match: 'exact', fileCount: 1 });
  // Read again, it says nothing new.
  await engine.contracts.contractSource(newJob(), ANVIL_NETWORK, address);
  expect(names()).toBe(1);
});

test('the interface of a contract can be asked for alone: by its source, else by its ABI', async () => {
  await allowOnly('hosted');
  const { engine, address } = await start();
  expect(await engine.contracts.learnInterface(newJob(), ANVIL_NETWORK, address)).toEqual({
    ok: true,
    value: 'verified',
  });
});

test('of a host that has the ABI alone the interface is known, and not verified', async () => {
  await allowOnly('hosted');
  const { engine, address } = await start(true);
  expect(await engine.contracts.learnInterface(newJob(), ANVIL_NETWORK, address)).toEqual({ ok: true, value: 'abi' });
  expect(await accountOf(engine, address)).toMatchObject({ abiOrigin: 'hosted', name: { text: 'Failures' } });
});

test('without consent nobody is asked for an interface, and it stays unverified', async () => {
  const { engine, address } = await start();
  expect(await engine.contracts.learnInterface(newJob(), ANVIL_NETWORK, address)).toEqual({
    ok: true,
    value: 'unverified',
  });
  expect(host?.seen).toEqual([]);
});
