/** A chain that nothing is known of: an Anvil under an id of nobody's, behind a proxy that does not say what it is. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../../src/core/config/runtime-config';
import { type Checked, proofLevel } from '../../../../src/core/proof/proof-level';
import { readPreference, savePreference } from '../../../../src/db/reader/preferences';
import type { EngineEvent } from '../../../../src/workers/engine.api';
import type { TraceSummary } from '../../../../src/workers/trace/open-trace.api';
import { type LieChain, startLieChain } from '../../../../tools/conformance/lies/chain';
import { changed, type Lie, ofReceipt } from '../../../../tools/conformance/lies/lie';
import { keyOf } from '../../../../tools/conformance/recorded/engine';
import { forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { type FaultProxy, startFaultProxy } from '../../../helpers/fault-proxy';

const ID = 9_994_242;
const SILENT = /^(anvil_nodeInfo|hardhat_metadata|eth_config|trace_.*|ots_.*)$/;

let chain: LieChain;
let proxy: FaultProxy;
beforeAll(async () => {
  chain = await startLieChain(ID);
  proxy = await startFaultProxy(chain.anvil.url);
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  await chain?.stop();
});
afterEach(async () => {
  proxy.set({});
  await forgetAll();
});

const hashOf = (target: string) => String(chain.targets.get(target)?.hash);

async function engineAt(urls: readonly string[]) {
  const config = parseRuntimeConfig({ networks: [{ id: ID, rpcUrls: urls }], defaultNetwork: ID });
  if (!config.ok) throw new Error(config.error);
  return startEngine(urls, config.value);
}

/** The summary in the end, with all that was proven behind the rows. */
async function opened(target: string, lie?: Lie, refuse = SILENT): Promise<TraceSummary> {
  proxy.set({ refuse, ...(lie && { lie }) });
  const { engine, events, open } = await engineAt([proxy.url]);
  const first = await open(keyOf(ID, hashOf(target)));
  await engine.settled();
  return events.reduce<TraceSummary>(afterEvent, first);
}

function afterEvent(summary: TraceSummary, event: EngineEvent): TraceSummary {
  if (event.type === 'replayed' && event.handle === summary.handle) return event.summary;
  return event.type === 'proven' && event.handle === summary.handle
    ? { ...summary, verification: event.verification }
    : summary;
}

const checkedOf = (summary: TraceSummary) => summary.verification?.checked as Checked;

test.each(['ether', 'token', 'nested', 'creation', 'failed', 'many2'])(
  '%s is executed under Ethereum’s rules, and no level above the comparison holds',
  async (target) => {
    const summary = await opened(target);
    const checked = checkedOf(summary);
    expect(checked.rules).toEqual({ fork: expect.any(Number), basis: 'tried' });
    expect(proofLevel(checked)).toBe('compared');
    expect(summary.doubt).toBeUndefined();
    // What headers commit to is found all the same.
    expect(checked.isIncluded).toBe(true);
  },
);

test('plain calls are enough, in the middle of a block too', async () => {
  const summary = await opened('many3', undefined, new RegExp(`${SILENT.source}|^debug_`));
  expect(summary.verification).toMatchObject({ origin: 'rpc', compared: { earlier: 3 } });
  expect(proofLevel(checkedOf(summary))).toBe('compared');
});

test('what worked is noted with its block, and the next transaction begins with it', async () => {
  await opened('nested');
  const noted = await readPreference('workedRules');
  const at = Number(chain.targets.get('nested')?.receipt.blockNumber);
  expect(noted).toEqual({ [ID]: { fork: expect.any(Number), since: at } });
  // Paris' rules give what a plain transfer costs as well: it begins with what is noted.
  await savePreference('workedRules', { [ID]: { fork: 10, since: 0 } });
  expect(checkedOf(await opened('ether')).rules).toEqual({ fork: 10, basis: 'tried' });
  // Another is tried where it does not: this contract has PUSH0, of Shanghai.
  expect(checkedOf(await opened('nested')).rules?.fork).toBeGreaterThanOrEqual(11);
});

test.each<[string, (chain: LieChain) => Lie, RegExp]>([
  ['gas', ({ targets }) => ofReceipt(String(targets.get('token')?.hash), { gasUsed: '0xea61' }), /gas.*60,001/],
  ['a log', ({ targets }) => ofReceipt(String(targets.get('token')?.hash), { logs: [] }), /events/],
  [
    'the data of a log',
    ({ targets }) =>
      ofReceipt(String(targets.get('token')?.hash), (receipt) => ({
        logs: (receipt.logs as object[]).map((log) => ({ ...log, data: `0x${'99'.repeat(32)}` })),
      })),
    /data of event 1/,
  ],
])('a receipt with other %s is not equal under any rules, which says nothing against it', async (_, lie, told) => {
  const summary = await opened('token', lie(chain));
  expect(summary.verification).toBeUndefined();
  expect(summary.source).toBe('callTracer');
  expect(summary.skipped.map(({ reason }) => reason).join(' ')).toMatch(told);
  expect(summary.skipped.map(({ reason }) => reason).join(' ')).toMatch(/not known here which rules/);
});

test('another balance, which no receipt shows, is named and lowers nothing that was said', async () => {
  const summary = await opened(
    'ether',
    (method, _, result) => (method === 'eth_getBalance' ? '0x33b2e3c9fd0803ce8000000' : result),
    new RegExp(`${SILENT.source}|^debug_`),
  );
  const checked = checkedOf(summary);
  expect(proofLevel(checked)).toBe('compared');
  expect(checked.state).toMatchObject({ isProven: false, reason: expect.stringMatching(/another balance/) });
  expect(checked.otherState?.length).toBeGreaterThan(0);
});

test('another slot than the header commits to is no matter of rules', async () => {
  const lie: Lie = (method, _, result) =>
    method === 'eth_getStorageAt' ? `0x${'1'.padStart(62, '0')}${String(result).slice(-2)}` : result;
  const summary = await opened('token', lie, new RegExp(`${SILENT.source}|^debug_|eth_getStorageValues`));
  const level = summary.verification?.checked ? proofLevel(checkedOf(summary)) : 'none';
  expect(['contradicted', 'none']).toContain(level);
});

test('the header’s fields may be those of another chain', async () => {
  const summary = await opened('token', changed(/eth_getBlockBy/, { mixHash: `0x${'77'.repeat(32)}` }));
  expect(proofLevel(checkedOf(summary))).toBe('compared');
  expect(checkedOf(summary).unchecked.join(' ')).toMatch(/header/);
});

test('a file of it opens without any network, under the rules that it says', async () => {
  proxy.set({ refuse: SILENT });
  const key = keyOf(ID, hashOf('nested'));
  const { engine, open } = await engineAt([proxy.url]);
  const { handle } = await open(key);
  const exported = await engine.trace.exportTrace(newJob(), handle);
  if (!exported.ok) throw new Error(exported.error.message);
  await forgetAll();
  const elsewhere = await engineAt(['http://127.0.0.1:9']);
  expect(await elsewhere.engine.trace.importTrace(newJob(), new Uint8Array(exported.value))).toMatchObject({
    ok: true,
  });
  const summary = await elsewhere.open(key);
  expect(summary).toMatchObject({ fromFile: true, verification: { checked: { rules: { basis: 'tried' } } } });
});

test('a kept replay opens again with the network gone', async () => {
  await opened('nested');
  proxy.set({ fault: { kind: 'drop' } });
  const { engine, open } = await engineAt([proxy.url]);
  const summary = await open(keyOf(ID, hashOf('nested')));
  expect(summary.cached).toBe(true);
  expect(proofLevel(checkedOf(summary))).toBe('compared');
  expect(await engine.trace.stateChanges(summary.handle)).toMatchObject({ ok: true, value: { origin: 'replay' } });
});

test('it begins before the receipt is there once its rules are noted', async () => {
  await savePreference('workedRules', { [ID as NetworkId]: { fork: 13, since: 0 } });
  proxy.set({ refuse: SILENT, hold: /eth_getTransactionReceipt/ });
  proxy.resetCounts();
  const { open } = await engineAt([proxy.url]);
  const opening = open(keyOf(ID, hashOf('nested')));
  // Held until the state was asked for, which only executing asks for.
  await Promise.race([
    proxy.called('debug_traceTransaction'),
    proxy.called('eth_getProof'),
    proxy.called('eth_getCode'),
  ]);
  proxy.set({ refuse: SILENT });
  expect(proofLevel(checkedOf(await opening))).toBe('compared');
});
