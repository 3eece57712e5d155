import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowOnly } from '../../../helpers/consent';
import { configOf, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { type JsonServer, startJsonServer } from '../../../helpers/json-server';

const abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'recipient', type: 'address' },
      { name: 'tokens', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
];

const chain = runDemoChain();
let thirdParty: JsonServer;
beforeAll(async () => {
  // Sourcify's shape; the build output of the deployment lies on the same server.
  thirdParty = await startJsonServer((path) => {
    if (path === '/build-output.json') return { body: readFileSync(chain.devnet.buildOutputPath, 'utf8') };
    const match = /^\/v2\/contract\/(\d+)\/(0x[\da-f]{40})\?/.exec(path);
    if (match === null) return { status: 404, body: {} };
    const [, chainId, address] = match;
    const compilation = { name: 'Verified', compilerVersion: '0.8.30+commit.73712a01' };
    return { body: { match: 'match', chainId, address, abi, compilation } };
  });
});
afterAll(() => thirdParty?.stop());

test('asks Sourcify once the reader switched it on, and the rows then use its ABI', async () => {
  const { engine, open, settledRows, events } = await startEngine([chain.proxy.url], {
    thirdParties: {
      sourcify: thirdParty.url,
      signatures: thirdParty.url,
      compilers: '/solc/list.json',
      ipfs: '',
      arweave: '',
      prices: '',
    },
  });
  const { handle } = await open(chain.keyOf('erc20-transfer'));
  await settledRows(handle);
  expect((await engine.trace.lookUp(newJob(), handle)).ok).toBe(false);
  expect(thirdParty.seen).toEqual([]);

  await allowOnly('sourcify');
  const before = (await engine.trace.view(handle)).version;
  expect(await engine.trace.lookUp(newJob(), handle)).toEqual({ ok: true, value: { contracts: 1, selectors: 0 } });
  expect(thirdParty.seen).toHaveLength(1);
  const [root] = await settledRows(handle);
  expect(root?.toName).toEqual({ text: 'MPL', origin: 'token' });
  expect(root?.functionName).toEqual({ text: 'transfer', origin: 'sourcify' });
  expect(root?.inputs?.map(({ name }) => name)).toEqual(['recipient', 'tokens']);
  expect((await engine.trace.view(handle)).version).toBeGreaterThan(before);
  expect(events.some((event) => event.type === 'view' && event.handle === handle)).toBe(true);
  expect((await engine.trace.unknowns(handle)).contracts).toEqual([]);
});

test('asks no further once the reader withdrew what was allowed', async () => {
  const withdrawing = await startJsonServer(() => {
    void allowOnly();
    return { status: 404, body: {} };
  });
  const thirdParties = { ...configOf([]).thirdParties, sourcify: withdrawing.url };
  const { engine, open, settledRows } = await startEngine([chain.proxy.url], { thirdParties });
  const { handle } = await open(chain.keyOf('swap-two-hops'));
  await settledRows(handle);
  await allowOnly('sourcify');
  expect((await engine.trace.unknowns(handle)).contracts.length).toBeGreaterThan(4);
  expect(await engine.trace.lookUp(newJob(), handle)).toEqual({ ok: true, value: { contracts: 0, selectors: 0 } });
  // Those that were asked about at once.
  expect(withdrawing.seen).toHaveLength(4);
  await withdrawing.stop();
});

test('says which of two services could not be asked', async () => {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url], {
    thirdParties: {
      sourcify: `${thirdParty.url}/nothing-there`,
      signatures: 'http://127.0.0.1:9',
      compilers: '/solc/list.json',
      ipfs: '',
      arweave: '',
      prices: '',
    },
  });
  const { handle } = await open(chain.keyOf('unverified'));
  await settledRows(handle);
  await allowOnly('signatures');
  const found = await engine.trace.lookUp(newJob(), handle);
  expect(found.ok && found.value).toMatchObject({ contracts: 0, selectors: 0, selectorsFailed: { attempts: [{}] } });
  expect(found.ok && found.value.contractsFailed).toBeUndefined();
});

test('imports the build output the configuration names, by itself', async () => {
  const { open, settledRows } = await startEngine([chain.proxy.url], {
    buildOutput: [`${thirdParty.url}/build-output.json`],
  });
  const { handle } = await open(chain.keyOf('erc20-transfer'));
  const [root] = await settledRows(handle);
  expect(root?.toName).toEqual({ text: 'MPL', origin: 'token' });
  expect(root?.functionName?.origin).toBe('buildOutput');
});
