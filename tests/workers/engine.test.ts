import { openTrace } from '../../tools/open-trace';
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { createEngine } from '../../src/workers/engine';
import type { TraceHandle } from '../../src/workers/ids';
import type { VisibleIndex } from '../../src/workers/trace/rows.api';
import {
  importDemoContracts,
  lineOf,
  newJob,
  runDemoChain,
  startEngine,
  type TestEngine,
} from '../helpers/demo-engine';
import { frameRow } from '../helpers/frame-row';
import { ANVIL_NETWORK } from '../helpers/rpc';

const chain = runDemoChain();

/** An engine over the proxy that has imported the demo contracts. */
async function demoEngine(): Promise<TestEngine> {
  const started = await startEngine([chain.proxy.url]);
  await importDemoContracts(started.engine, chain);
  return started;
}

describe('loading a transaction', () => {
  test('asks the endpoint once, then answers from what is kept until a refresh', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const key = chain.keyOf('swap-two-hops');
    const first = await engine.chain.loadTransaction(newJob(), key, false);
    expect(first.ok && first.value.origin).toBe('endpoint');
    expect(first.ok && first.value.receipt?.status).toBe('success');
    expect(first.ok && first.value.block?.hash).toBe(first.ok && first.value.receipt?.blockHash);
    chain.proxy.resetCounts();
    // Before it is kept, too.
    expect(await engine.chain.loadTransaction(newJob(), key, false)).toEqual(first);
    await engine.settled();
    const second = await engine.chain.loadTransaction(newJob(), key, false);
    expect(second).toEqual({ ok: true, value: { ...(first.ok && first.value), origin: 'cache' } });
    expect(chain.proxy.calls()).toBe(0);
    const third = await engine.chain.loadTransaction(newJob(), key, true);
    expect(third.ok && third.value.origin).toBe('endpoint');
    expect(chain.proxy.calls('eth_getTransactionReceipt')).toBe(1);
  });

  test('an unknown hash is notFound', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const hash = `0x${'12'.repeat(32)}` as Hash;
    const answer = await engine.chain.loadTransaction(newJob(), { networkId: ANVIL_NETWORK, hash }, false);
    expect(!answer.ok && answer.error.code).toBe('notFound');
  });

  test('a network without endpoint says so', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const elsewhere = { ...chain.keyOf('legacy'), networkId: 4_242_424_242 as NetworkId };
    const answer = await engine.chain.loadTransaction(newJob(), elsewhere, false);
    expect(!answer.ok && answer.error.code).toBe('noEndpoint');
  });

  test('an endpoint of another chain says so, and is asked again after it was put right', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    chain.proxy.set({ chainId: 5 });
    const answer = await engine.chain.loadTransaction(newJob(), chain.keyOf('legacy'), false);
    expect(!answer.ok && answer.error.code).toBe('wrongChain');
  });
});

describe('an open trace', () => {
  test('of a swap has names, decoded arguments and results, and marks the caught failures', async () => {
    const { open, settledRows, engine } = await demoEngine();
    const summary = await open(chain.keyOf('swap-two-hops'));
    expect(summary).toMatchObject({
      source: 'replay',
      cached: false,
      rowCount: 31,
      frameCount: 20,
      logCount: 11,
      maxDepth: 3,
      failedCount: 2,
      filters: ['all', 'opcode', 'from', 'to', 'function', 'contract', 'reverts'],
    });
    expect(summary.failingRow).toBeUndefined();
    const rows = await settledRows(summary.handle);
    const lines = rows.map(lineOf);
    expect(lines[0]).toMatch(
      /^0 Router\.swapExactTokens\(120000000000000000000, 0, \[.*\], 0x[\da-f]{40}, \d+\) → 595567140$/,
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^0\.4\.0 PriceOracle\.freshPrice\(.*\) ✗ StalePrice\(10824, 3600\) \(caught\)$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^0\.1\.e0 MPL\.Transfer\(.*, 120000000000000000000\)$/));
    expect(rows.every((row) => row.functionName?.origin === 'buildOutput')).toBe(true);
    // The root's gas is the limit and the receipt's, whatever Anvil's tracer says.
    const record = await engine.chain.loadTransaction(newJob(), chain.keyOf('swap-two-hops'), false);
    expect(frameRow(rows[0]).gas).toBe(record.ok && record.value.transaction.gas);
    expect(rows[0]?.gasUsed).toBe(record.ok && record.value.receipt?.gasUsed);
    expect(await engine.trace.outcome(summary.handle)).toMatchObject({
      status: 'success',
      method: { text: 'swapExactTokens' },
      contract: { text: 'Router' },
    });
    expect(await engine.trace.unknowns(summary.handle)).toEqual({ contracts: [], selectors: [] });
  });

  test('shows the implementation a proxy ran at the time, not the one of today', async () => {
    const { open, settledRows, engine } = await demoEngine();
    const before = await open(chain.keyOf('uups-before-upgrade'));
    const after = await open(chain.keyOf('uups-after-upgrade'));
    const [rootBefore, delegateBefore] = await settledRows(before.handle);
    const [rootAfter, delegateAfter] = await settledRows(after.handle);
    expect([delegateBefore?.toName?.text, delegateAfter?.toName?.text]).toEqual(['VaultV1', 'VaultV2']);
    expect(frameRow(rootBefore).implementation).toBe(delegateBefore?.to);
    expect(frameRow(rootAfter).implementation).toBe(delegateAfter?.to);
    expect((await engine.trace.outcome(after.handle)).contract?.text).toBe('VaultV2');
  });

  test('of a failure leads to the innermost frame that failed', async () => {
    const { open, settledRows, engine } = await demoEngine();
    const summary = await open(chain.keyOf('erc20-insufficient-balance'));
    await settledRows(summary.handle);
    const outcome = await engine.trace.outcome(summary.handle);
    expect(outcome).toMatchObject({
      status: 'failed',
      contract: { text: 'MPL' },
      failing: { depthId: '0', error: { name: { text: 'ERC20InsufficientBalance' } } },
    });
    expect(summary.failingRow).toBe(0);
  });

  test('decodes constructor arguments of a creation', async () => {
    const { open, settledRows } = await demoEngine();
    const [root] = await settledRows((await open(chain.keyOf('contract-creation'))).handle);
    expect(root === undefined ? '' : lineOf(root)).toMatch(/^0 Router\.constructor\(0x[\da-f]{40}\)$/);
  });

  test('without build output has names from the bundled signatures and the token symbols', async () => {
    const { open, settledRows, engine } = await startEngine([chain.proxy.url]);
    const summary = await open(chain.keyOf('erc20-transfer'));
    const [root, log] = await settledRows(summary.handle);
    expect(root?.functionName).toEqual({ text: 'transfer', origin: 'signatureTable' });
    expect(root?.toName?.origin).toBe('token');
    expect(log?.functionName).toEqual({ text: 'Transfer', origin: 'signatureTable' });
    expect((await engine.trace.unknowns(summary.handle)).contracts).toEqual([root?.to]);
  });

  test('folds, reveals, searches and finds rows by depth id', async () => {
    const { open, settledRows, engine } = await demoEngine();
    const { handle, view } = await open(chain.keyOf('swap-two-hops'));
    await settledRows(handle);
    const collapsed = await engine.trace.collapseAll(handle);
    expect(collapsed.visibleCount).toBe(1);
    expect(collapsed.version).toBeGreaterThan(view.version);
    const row = await engine.trace.rowOf(handle, '0.4.0');
    expect(row).toBeDefined();
    if (row === undefined) return;
    const { index, visibleCount } = await engine.trace.reveal(handle, row);
    const window = await engine.trace.rows(handle, index, 1);
    expect(window.rows[0]?.depthId).toBe('0.4.0');
    expect(window.pinned.map(({ depthId }) => depthId)).toEqual(['0', '0.4']);
    expect(
      (await engine.trace.setToggles(handle, { full: true, storage: true, events: false })).visibleCount,
    ).toBeLessThan(visibleCount);
    expect(await engine.trace.search(handle, { text: 'freshprice', filter: 'function' })).toEqual({ count: 2 });
    expect((await engine.trace.match(handle, 1))?.depthId).toBe('0.6.0');
    expect(await engine.trace.match(handle, 2)).toBeUndefined();
    expect(await engine.trace.search(handle, { text: '', filter: 'reverts' })).toEqual({ count: 2 });
    // Four calls, and the two events it emitted.
    expect(await engine.trace.search(handle, { text: 'PriceOracle', filter: 'contract' })).toEqual({ count: 6 });
    const overview = await engine.trace.overview(handle, 10);
    expect(overview.maxDepth).toBe(3);
  });

  test('answers everything of one row on request', async () => {
    const { open, settledRows, engine } = await demoEngine();
    const { handle } = await open(chain.keyOf('erc20-transfer'));
    const rows = await settledRows(handle);
    const detail = await engine.trace.detail(handle, rows[1]?.row ?? (0 as never));
    expect(detail).toMatchObject({ topics: { length: 3 } });
    expect('input' in detail && detail.input).toHaveLength(66);
    const root = frameRow(await engine.trace.detail(handle, 0 as never));
    expect(root.input.slice(0, 10)).toBe('0xa9059cbb');
    expect(root.signatureCandidates[0]).toContain('transfer');
  });

  test('reads the same the second time without network, from what was kept', async () => {
    const first = await demoEngine();
    const opened = await first.open(chain.keyOf('swap-two-hops'));
    const lines = (await first.settledRows(opened.handle)).map(lineOf);
    await chain.proxy.down();
    try {
      const second = await startEngine([chain.proxy.url]);
      const again = await second.open(chain.keyOf('swap-two-hops'));
      expect(again.cached).toBe(true);
      const window = await second.engine.trace.rows(again.handle, 0 as VisibleIndex, 100);
      expect(window.rows.map(lineOf)).toEqual(lines);
    } finally {
      await chain.proxy.up();
    }
  });

  test('is closed for newer ones, with an event and an error the page knows', async () => {
    const { open, engine, events } = await startEngine([chain.proxy.url]);
    const names = ['legacy', 'erc20-transfer', 'erc20-mint', 'erc20-burn'] as const;
    const handles: TraceHandle[] = [];
    for (const name of names) handles.push((await open(chain.keyOf(name))).handle);
    const [first, second] = handles as [TraceHandle, TraceHandle];
    expect(events).toContainEqual({ type: 'closed', handle: first });
    await expect(engine.trace.view(first)).rejects.toMatchObject({ name: 'ClosedTraceError' });
    expect((await engine.trace.view(second)).visibleCount).toBeGreaterThan(0);
    await engine.trace.closeTrace(second);
    await expect(engine.trace.rows(second, 0 as VisibleIndex, 1)).rejects.toMatchObject({ name: 'ClosedTraceError' });
  });
});

describe('jobs', () => {
  test('a cancelled one answers so at once', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    chain.proxy.set({ fault: { kind: 'hang' } });
    chain.proxy.resetCounts();
    const job = newJob();
    const waiting = openTrace(engine, job, chain.keyOf('swap-one-hop'));
    await chain.proxy.called('eth_chainId');
    await engine.trace.cancel(job);
    const answer = await waiting;
    expect(!answer.ok && answer.error.code).toBe('cancelled');
  });
});

describe('third parties', () => {
  test('are not asked before the reader switched them on', async () => {
    const { engine, open } = await startEngine([chain.proxy.url]);
    const { handle } = await open(chain.keyOf('erc20-transfer'));
    const answer = await engine.trace.lookUp(newJob(), handle);
    expect(!answer.ok && answer.error.code).toBe('providerOff');
  });
});

describe('accounts, blocks, head and endpoints', () => {
  test('a contract has its artefact, its token and its proxy', async () => {
    const { engine } = await demoEngine();
    const proxyRow = (await settled(engine, 'uups-after-upgrade'))[0];
    const proxy = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, proxyRow?.to as Address);
    expect(proxy.ok && proxy.value).toMatchObject({
      type: 'contract',
      knowledge: {
        name: { text: 'ERC1967Proxy' },
        proxy: { kind: 'EIP-1967', implementation: frameRow(proxyRow).implementation },
      },
    });
    const transfer = (await settled(engine, 'erc20-transfer'))[0];
    const account = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, transfer?.to as Address);
    expect(account.ok && account.value.knowledge).toMatchObject({
      name: { text: 'MPL', origin: 'token' },
      token: { standard: 'ERC-20', decimals: 18 },
    });
    const wallet = await engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, transfer?.from as Address);
    expect(wallet.ok && wallet.value).toMatchObject({ type: 'wallet', codeSize: 0 });
    expect(wallet.ok && wallet.value.nonce).toBeGreaterThan(0);
  });

  async function settled(engine: TestEngine['engine'], name: 'uups-after-upgrade' | 'erc20-transfer') {
    const opened = await openTrace(engine, newJob(), chain.keyOf(name));
    if (!opened.ok) throw new Error(opened.error.message);
    return (await engine.trace.rows(opened.value.handle, 0 as VisibleIndex, 5)).rows;
  }

  test('a block has its transactions with receipts', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const record = await engine.chain.loadTransaction(newJob(), chain.keyOf('swap-one-hop'), false);
    const number = record.ok ? (record.value.receipt?.blockNumber ?? 0) : 0;
    const page = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
    expect(page.ok && page.value.block.number).toBe(number);
    expect(page.ok && page.value.transactions.some(({ hash }) => hash === chain.keyOf('swap-one-hop').hash)).toBe(true);
    expect(page.ok && page.value.transactions.every(({ summary }) => summary?.gasUsed !== undefined)).toBe(true);
    const blocks = await engine.chain.loadBlocks(newJob(), ANVIL_NETWORK, number, 100);
    expect(blocks.ok && blocks.value.map((each) => each.number)).toEqual(
      Array.from({ length: Math.min(100, number + 1) }, (_, index) => number - index),
    );
    expect(blocks.ok && blocks.value[0]?.transactions).toEqual(page.ok && page.value.block.transactions);
    const missing = await engine.chain.loadBlock(newJob(), ANVIL_NETWORK, 9_999_999, true);
    expect(!missing.ok && missing.error.code).toBe('notFound');
  });

  test('the head and a probe are answered by the endpoint, and the probe is kept', async () => {
    const { engine, open } = await startEngine([chain.proxy.url]);
    const head = await engine.chain.head(ANVIL_NETWORK);
    expect(head.ok && head.value.endpoint).toBe(new URL(chain.proxy.url).host);
    expect(head.ok && head.value.blockNumber).toBeGreaterThan(100);
    chain.proxy.set({ refuse: /^debug_/ });
    const probed = await engine.chain.probe(newJob(), { networkId: ANVIL_NETWORK, url: chain.proxy.url });
    expect(probed.ok && probed.value.methods.callTracer.answers).toBe('no');
    chain.proxy.resetCounts();
    const summary = await open(chain.keyOf('swap-one-hop'));
    expect(summary.source).toBe('replay');
    expect(summary.verification?.origin).toBe('rpc');
    expect(summary.skipped.map(({ source }) => source)).toEqual(['cache', 'prestateTracer']);
    expect(summary.skipped[1]?.reason).toMatch(/did not answer prestateTracer when it was probed/);
    expect(chain.proxy.calls('debug_traceTransaction')).toBe(0);
  });

  test('networks are those of the configuration, then the known ones', async () => {
    const { engine } = await startEngine([chain.proxy.url]);
    const networks = await engine.chain.networks();
    expect(networks[0]?.id).toBe(ANVIL_NETWORK);
    expect(networks.some(({ id }) => id === 1)).toBe(true);
    expect(new Set(networks.map(({ id }) => id)).size).toBe(networks.length);
  });

  test('a network that is configured by its id and endpoints keeps the name it is known by', async () => {
    const engine = createEngine();
    const rpcUrls = ['https://node.example'];
    const config = parseRuntimeConfig({
      networks: [
        { id: 324, rpcUrls },
        { id: 10, name: 'Mine', rpcUrls },
        { id: 424_242_424, rpcUrls },
      ],
    });
    if (!config.ok) throw new Error(config.error);
    await engine.chain.configure(config.value);
    const networks = await engine.chain.networks();
    expect(networks.slice(0, 3)).toMatchObject([
      { id: 324, name: 'ZKsync Era', route: 'zksync', rpcUrls },
      { id: 10, name: 'Mine', route: '10', rpcUrls },
      { id: 424_242_424, name: 'Chain 424242424', route: '424242424', rpcUrls },
    ]);
  });
});
