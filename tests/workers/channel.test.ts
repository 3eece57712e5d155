/** Every answer of the contract, sent through a real message channel, arrives as the engine gave it. */
import 'fake-indexeddb/auto';
import { expose, proxy, type Remote, wrap } from 'comlink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/core/chain/primitives';
import { saveLabel } from '../../src/db/reader/labels';
import type { EngineApi, EngineEvent } from '../../src/workers/engine.api';
import type { TransactionUpdate } from '../../src/workers/trace/open-trace.api';
import type { VisibleIndex } from '../../src/workers/trace/rows.api';
import {
  configOf,
  type DemoChain,
  forgetAll,
  importDemoContracts,
  newJob,
  startDemoChain,
  startEngine,
  type TestEngine,
} from '../helpers/demo-engine';
import { eventually } from '../helpers/eventually';
import { ANVIL_NETWORK } from '../helpers/rpc';

let chain: DemoChain;
let direct: TestEngine;
let remote: { readonly [S in keyof EngineApi]: Remote<EngineApi[S]> };
let close: () => void;
const events: EngineEvent[] = [];

beforeAll(async () => {
  chain = await startDemoChain();
  direct = await startEngine([chain.proxy.url]);
  const { port1, port2 } = new MessageChannel();
  expose(direct.engine, port1);
  remote = wrap<EngineApi>(port2) as never;
  close = () => {
    port1.close();
    port2.close();
  };
  await remote.chain.configure(configOf([chain.proxy.url]));
  await remote.contracts.subscribe(proxy((event: EngineEvent) => events.push(event)));
  await remote.trace.subscribe(proxy((event: EngineEvent) => events.push(event)));
  await importDemoContracts(direct.engine, chain);
});
afterAll(async () => {
  close?.();
  await forgetAll();
  await chain?.stop();
});

test('records, blocks and accounts, bigint included', async () => {
  const key = chain.keyOf('set-code');
  await direct.engine.chain.loadTransaction(newJob(), key, true);
  const record = await remote.chain.loadTransaction(newJob(), key, false);
  expect(record).toEqual(await direct.engine.chain.loadTransaction(newJob(), key, false));
  expect(record.ok && typeof record.value.transaction.value).toBe('bigint');
  expect(record.ok && record.value.transaction.authorizationList).toHaveLength(1);
  const number = record.ok ? (record.value.receipt?.blockNumber ?? 0) : 0;
  const page = await remote.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
  const samePage = await direct.engine.chain.loadBlock(newJob(), ANVIL_NETWORK, number, true);
  // It is fetched each time.
  if (page.ok && samePage.ok) page.value.fetchedAt = samePage.value.fetchedAt;
  expect(page).toEqual(samePage);
  const address = (record.ok ? record.value.transaction.to : undefined) as Address;
  const account = await remote.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  const same = await direct.engine.contracts.loadAccount(newJob(), ANVIL_NETWORK, address);
  // It is read from the chain each time.
  if (same.ok && account.ok) account.value.knowledge.fetchedAt = same.value.knowledge.fetchedAt;
  expect(account).toEqual(same);
  expect(account.ok && account.value.balance.ok && account.value.balance.value).toBeGreaterThan(0n);
});

test('a trace: summary, progress, windows, details, folding, search, overview, outcome', async () => {
  const updates: TransactionUpdate[] = [];
  const done = await remote.trace.openTransaction(
    newJob(),
    chain.keyOf('swap-two-hops'),
    proxy((update: TransactionUpdate) => void updates.push(update)),
  );
  expect(done).toEqual({ ok: true, value: undefined });
  const opened = updates.find(({ type }) => type === 'opened');
  if (opened?.type !== 'opened') throw new Error('the trace was not opened');
  const { handle } = opened.trace;
  await direct.engine.settled();
  const { engine } = direct;
  const start = 0 as VisibleIndex;
  expect(await remote.trace.rows(handle, start, 50)).toEqual(await engine.trace.rows(handle, start, 50));
  const row = await remote.trace.rowOf(handle, '0.4.0');
  expect(row).toBe(await engine.trace.rowOf(handle, '0.4.0'));
  if (row === undefined) throw new Error('no row 0.4.0');
  expect(await remote.trace.detail(handle, row)).toEqual(await engine.trace.detail(handle, row));
  expect(await remote.trace.outcome(handle)).toEqual(await engine.trace.outcome(handle));
  expect(await remote.trace.unknowns(handle)).toEqual(await engine.trace.unknowns(handle));
  const collapsed = await remote.trace.collapseAll(handle);
  expect(collapsed).toEqual(await engine.trace.view(handle));
  expect((await remote.trace.expandAll(handle)).visibleCount).toBe(31);
  expect((await remote.trace.setExpanded(handle, row, false)).version).toBeGreaterThan(collapsed.version);
  const callsOnly = { full: false, storage: false, events: false };
  expect((await remote.trace.setToggles(handle, callsOnly)).toggles).toEqual(callsOnly);
  expect((await remote.trace.reveal(handle, row)).index).toBe((await engine.trace.reveal(handle, row)).index);
  expect(await remote.trace.search(handle, { text: 'freshPrice', filter: 'all' })).toEqual({ count: 2 });
  expect(await remote.trace.match(handle, 0)).toEqual(await engine.trace.match(handle, 0));
  const overview = await remote.trace.overview(handle, 16);
  expect(overview).toEqual(await engine.trace.overview(handle, 16));
  expect(overview.depth).toBeInstanceOf(Uint16Array);
  await eventually(() => expect(events.some((event) => event.type === 'view' && event.handle === handle)).toBe(true));
  await remote.trace.closeTrace(handle);
  await expect(remote.trace.view(handle)).rejects.toMatchObject({ name: 'ClosedTraceError' });
});

test('names, and that labels changed', async () => {
  const record = await remote.chain.loadTransaction(newJob(), chain.keyOf('swap-two-hops'), false);
  const { from, to } = record.ok ? record.value.transaction : {};
  if (from === undefined || to === undefined) throw new Error('no transaction');
  expect(await remote.contracts.names(ANVIL_NETWORK, [from, to])).toEqual(
    await direct.engine.contracts.names(ANVIL_NETWORK, [from, to]),
  );
  await saveLabel({ networkId: ANVIL_NETWORK, address: from, name: 'Alice' });
  await remote.contracts.labelsChanged();
  expect((await remote.contracts.names(ANVIL_NETWORK, [from]))[from]).toEqual({ text: 'Alice', origin: 'reader' });
  await eventually(() => expect(events).toContainEqual({ type: 'names', networkId: ANVIL_NETWORK }));
});

test('failures whole, with what was tried', async () => {
  const unknown = { networkId: ANVIL_NETWORK, hash: `0x${'77'.repeat(32)}` as never };
  const answer = await remote.chain.loadTransaction(newJob(), unknown, false);
  expect(!answer.ok && answer.error).toMatchObject({ code: 'notFound', attempts: [{ outcome: expect.any(String) }] });
});

test('networks, the head, a probe and an import', async () => {
  expect(await remote.chain.networks()).toEqual(await direct.engine.chain.networks());
  const head = await remote.chain.head(ANVIL_NETWORK);
  expect(head.ok && head.value.blockNumber).toBeGreaterThan(0);
  const probed = await remote.chain.probe(newJob(), { networkId: ANVIL_NETWORK, url: chain.proxy.url });
  expect(probed.ok && probed.value.methods.callTracer.answers).toBe('yes');
  const refused = await remote.contracts.importBuildOutput('x.json', new TextEncoder().encode('nothing'));
  expect(!refused.ok && refused.error.message).toBe('The file is not valid JSON.');
});
