/** Every answer of the contract, sent through a real message channel, arrives as the engine gave it. */
import 'fake-indexeddb/auto';
import { expose, proxy, type Remote, wrap } from 'comlink';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Address } from '../../src/core/chain/primitives';
import { saveLabel } from '../../src/db/labels';
import type { EngineEvent, Progress, TraceApi, VisibleIndex } from '../../src/workers/trace/trace.api';
import {
  configOf,
  type DemoChain,
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
let remote: Remote<TraceApi>;
let close: () => void;
const events: EngineEvent[] = [];

beforeAll(async () => {
  chain = await startDemoChain();
  direct = await startEngine([chain.proxy.url]);
  const { port1, port2 } = new MessageChannel();
  expose(direct.engine, port1);
  remote = wrap<TraceApi>(port2);
  close = () => {
    port1.close();
    port2.close();
  };
  await remote.configure(configOf([chain.proxy.url]));
  await remote.subscribe(proxy((event: EngineEvent) => events.push(event)));
  await importDemoContracts(direct.engine, chain);
});
afterAll(async () => {
  close?.();
  await chain?.stop();
});

it('records, blocks and accounts, bigint included', async () => {
  const key = chain.keyOf('set-code');
  await direct.engine.loadTransaction(newJob(), key, true);
  const record = await remote.loadTransaction(newJob(), key, false);
  expect(record).toEqual(await direct.engine.loadTransaction(newJob(), key, false));
  expect(record.ok && typeof record.value.transaction.value).toBe('bigint');
  expect(record.ok && record.value.transaction.authorizationList).toHaveLength(1);
  const number = record.ok ? (record.value.receipt?.blockNumber ?? 0) : 0;
  const page = await remote.loadBlock(newJob(), ANVIL_NETWORK, number);
  expect(page).toEqual(await direct.engine.loadBlock(newJob(), ANVIL_NETWORK, number));
  const address = (record.ok ? record.value.transaction.to : undefined) as Address;
  const account = await remote.loadAccount(newJob(), ANVIL_NETWORK, address);
  const same = await direct.engine.loadAccount(newJob(), ANVIL_NETWORK, address);
  // It is read from the chain each time.
  if (same.ok && account.ok) account.value.knowledge.fetchedAt = same.value.knowledge.fetchedAt;
  expect(account).toEqual(same);
  expect(account.ok && account.value.balance).toBeGreaterThan(0n);
});

it('a trace: summary, progress, windows, details, folding, search, overview, outcome', async () => {
  const progress: Progress[] = [];
  const opened = await remote.openTrace(
    newJob(),
    chain.keyOf('swap-two-hops'),
    proxy((step: Progress) => progress.push(step)),
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const { handle } = opened.value;
  await direct.engine.settled();
  const { engine } = direct;
  const start = 0 as VisibleIndex;
  expect(await remote.rows(handle, start, 50)).toEqual(await engine.rows(handle, start, 50));
  const row = await remote.rowOf(handle, '0.4.0');
  expect(row).toBe(await engine.rowOf(handle, '0.4.0'));
  if (row === undefined) throw new Error('no row 0.4.0');
  expect(await remote.detail(handle, row)).toEqual(await engine.detail(handle, row));
  expect(await remote.outcome(handle)).toEqual(await engine.outcome(handle));
  expect(await remote.unknowns(handle)).toEqual(await engine.unknowns(handle));
  const collapsed = await remote.collapseAll(handle);
  expect(collapsed).toEqual(await engine.view(handle));
  expect((await remote.expandAll(handle)).visibleCount).toBe(31);
  expect((await remote.setExpanded(handle, row, false)).version).toBeGreaterThan(collapsed.version);
  const callsOnly = { full: false, storage: false, events: false };
  expect((await remote.setToggles(handle, callsOnly)).toggles).toEqual(callsOnly);
  expect((await remote.reveal(handle, row)).index).toBe((await engine.reveal(handle, row)).index);
  expect(await remote.search(handle, { text: 'freshPrice', filter: 'all' })).toEqual({ count: 2 });
  expect(await remote.match(handle, 0)).toEqual(await engine.match(handle, 0));
  const overview = await remote.overview(handle, 16);
  expect(overview).toEqual(await engine.overview(handle, 16));
  expect(overview.depth).toBeInstanceOf(Uint16Array);
  await eventually(() => expect(events.some((event) => event.type === 'view' && event.handle === handle)).toBe(true));
  await remote.closeTrace(handle);
  await expect(remote.view(handle)).rejects.toMatchObject({ name: 'ClosedTraceError' });
});

it('names, and that labels changed', async () => {
  const record = await remote.loadTransaction(newJob(), chain.keyOf('swap-two-hops'), false);
  const { from, to } = record.ok ? record.value.transaction : {};
  if (from === undefined || to === undefined) throw new Error('no transaction');
  expect(await remote.names(ANVIL_NETWORK, [from, to])).toEqual(await direct.engine.names(ANVIL_NETWORK, [from, to]));
  await saveLabel({ networkId: ANVIL_NETWORK, address: from, name: 'Alice' });
  await remote.labelsChanged();
  expect((await remote.names(ANVIL_NETWORK, [from]))[from]).toEqual({ text: 'Alice', origin: 'reader' });
  await eventually(() => expect(events).toContainEqual({ type: 'names', networkId: ANVIL_NETWORK }));
});

it('failures whole, with what was tried', async () => {
  const unknown = { networkId: ANVIL_NETWORK, hash: `0x${'77'.repeat(32)}` as never };
  const answer = await remote.loadTransaction(newJob(), unknown, false);
  expect(!answer.ok && answer.error).toMatchObject({ code: 'notFound', attempts: [{ outcome: expect.any(String) }] });
});

it('networks, the head, a probe and an import', async () => {
  expect(await remote.networks()).toEqual(await direct.engine.networks());
  const head = await remote.head(ANVIL_NETWORK);
  expect(head.ok && head.value.blockNumber).toBeGreaterThan(0);
  const probed = await remote.probe(newJob(), { networkId: ANVIL_NETWORK, url: chain.proxy.url });
  expect(probed.ok && probed.value.methods.callTracer.answers).toBe('yes');
  const refused = await remote.importBuildOutput('x.json', new TextEncoder().encode('nothing'));
  expect(!refused.ok && refused.error.message).toBe('The file is not valid JSON.');
});
