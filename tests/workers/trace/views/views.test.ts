/** Events, contracts and transfers of transactions of the demo chain. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { TransactionName } from '../../../../devnet/names';
import type { Log } from '../../../../src/core/chain/transaction';
import { searchFlame } from '../../../../src/core/gas/search-flame';
import type { RowIndex } from '../../../../src/core/trace/rows';
import { savePreference } from '../../../../src/db/reader/preferences';
import { fetchReceipt } from '../../../../src/net/chain-reader';
import type { VisibleIndex } from '../../../../src/workers/trace/rows.api';
import { forgetAll, importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { rpcOf } from '../../../helpers/rpc';

const chain = runDemoChain();

async function openDemo(name: TransactionName) {
  const started = await startEngine([chain.proxy.url]);
  await importDemoContracts(started.engine, chain);
  const summary = await started.open(chain.keyOf(name));
  await started.engine.settled();
  return { ...started, ...summary };
}

/** As its receipt has them. */
async function logsOf(name: TransactionName): Promise<readonly Log[]> {
  const receipt = await fetchReceipt(rpcOf([chain.devnet.rpcUrl]), chain.keyOf(name).hash);
  return receipt.ok ? receipt.value.logs : [];
}

test('lists the events of a transaction as its receipt has them, and finds them by name and emitter', async () => {
  const { engine, handle } = await openDemo('swap-two-hops');
  const logs = await logsOf('swap-two-hops');
  const all = await engine.trace.events(handle, {}, 0, 100);
  expect(all.count).toBe(logs.length);
  expect(all.events.map(({ from, topics, input }) => ({ address: from, topics, data: input }))).toEqual(
    logs.map(({ address, topics, data }) => ({ address, topics, data })),
  );
  const transfers = await engine.trace.events(handle, { name: 'Transfer' }, 0, 100);
  expect(transfers.count).toBe(all.names.find(({ name }) => name === 'Transfer')?.count);
  expect(transfers.events.every(({ functionName }) => functionName?.text === 'Transfer')).toBe(true);
  const emitter = all.contracts[0];
  if (emitter === undefined) throw new Error('no emitter');
  const its = await engine.trace.events(handle, { contract: emitter.address }, 1, 1);
  expect(its).toMatchObject({ count: emitter.count, start: 1 });
  expect(its.events).toHaveLength(1);
  const csv = await engine.trace.eventsCsv(handle, { name: 'Transfer' });
  expect(csv.trimEnd().split('\r\n')).toHaveLength(transfers.count + 1);
});

test('lists events as they were emitted where the calls came without them', async () => {
  await savePreference('stepLimit', 0);
  const { engine, open } = await startEngine([chain.proxy.url]);
  chain.proxy.set({ refuse: /^debug_/ });
  const { handle, source } = await open(chain.keyOf('swap-two-hops'));
  expect(source).toBe('trace_transaction');
  const logs = await logsOf('swap-two-hops');
  const { events } = await engine.trace.events(handle, {}, 0, 100);
  expect(events.map(({ from, topics, input }) => ({ address: from, topics, data: input }))).toEqual(
    logs.map(({ address, topics, data }) => ({ address, topics, data })),
  );
});

test('lists contracts with proxies and how far each is known', async () => {
  const { engine, handle } = await openDemo('uups-after-upgrade');
  const contracts = await engine.trace.contracts(handle);
  const proxy = contracts.find((contract) => contract.proxy !== undefined);
  expect(proxy?.implementationName).toBeDefined();
  expect(contracts.map(({ address }) => address)).toContain(proxy?.proxy?.implementation);
  expect(contracts.every(({ verification }) => verification !== 'unverified')).toBe(true);
  expect(contracts.every(({ files }) => files !== undefined && files > 0)).toBe(true);
});

test('the gas profile names contracts and functions as the rows of the tree do', async () => {
  const { engine, handle } = await openDemo('swap-two-hops');
  const [graph, named] = await Promise.all([engine.trace.flame(handle), engine.trace.flameNames(handle)]);
  if (graph === undefined || named === undefined) throw new Error('no flame graph');
  const { rows } = await engine.trace.rows(handle, 0 as VisibleIndex, 500);
  const told = new Map(
    rows.flatMap((row) => ('toName' in row ? [[row.row, `${row.toName?.text}.${row.functionName?.text}`]] : [])),
  );
  const shown = [...graph.flame.row].flatMap((row, frame) =>
    row < 0 ? [] : [[row, named.names[named.ofFrame[frame] ?? -1]] as const],
  );
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(shown.map(([row]) => [row, told.get(row as RowIndex)]));
  expect(shown.map(([, name]) => name)).toContain('MPL.transferFrom');
  expect(await (await engine.trace.gasProfile(handle, 'folded'))?.text()).not.toContain('DemoToken');
  // Found by the names of the contracts, too, which tokens and pairs have others in the place of: a swap for each hop.
  expect(searchFlame(graph.flame, named, 'pair.swap').frames).toBe(2);
  expect(searchFlame(graph.flame, named, 'demotoken.transferfrom').frames).toBe(1);
});

test('says of an unverified contract that it is', async () => {
  const { engine, handle } = await openDemo('unverified');
  expect((await engine.trace.contracts(handle)).map(({ verification }) => verification)).toEqual(['unverified']);
});

test('adds up what a transaction moved', async () => {
  const { engine, handle } = await openDemo('erc20-airdrop');
  const { transfers, changes, tokens, undone } = await engine.trace.transfers(handle);
  expect(undone).toBe(false);
  expect(transfers).toHaveLength(40);
  expect(tokens).toMatchObject([{ standard: 'ERC-20', decimals: 6 }]);
  expect(changes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  expect((await engine.trace.transfersCsv(handle)).trimEnd().split('\r\n')).toHaveLength(41);
});

test('says what moved before tokens have their names, and once the chain was asked for them', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const hold = /^eth_call$/;
  chain.proxy.set({ hold });
  const { handle } = await open(chain.keyOf('erc20-airdrop'));
  expect((await engine.trace.transfers(handle)).tokens[0]?.symbol).toBeUndefined();
  const settled = engine.trace.settledTransfers(handle);
  await chain.proxy.called('eth_call');
  chain.proxy.set({});
  const { tokens, transfers } = await settled;
  expect(transfers).toHaveLength(40);
  expect(tokens).toMatchObject([{ standard: 'ERC-20', symbol: expect.any(String), decimals: 6 }]);
});

test('of wrapped ether shows both sides', async () => {
  const { engine, handle } = await openDemo('wrap-ether');
  const { transfers } = await engine.trace.transfers(handle);
  expect(transfers.map(({ standard }) => standard).sort()).toEqual(['ERC-20', 'native']);
  expect(new Set(transfers.map(({ amount }) => amount)).size).toBe(1);
});

test('of a failed transaction says that nothing moved', async () => {
  const { engine, handle } = await openDemo('swap-too-little');
  expect((await engine.trace.transfers(handle)).undone).toBe(true);
});

test('says what a transaction changed, by replay and by the node alike', async () => {
  const { engine, handle } = await openDemo('swap-two-hops');
  const replayed = await engine.trace.stateChanges(handle);
  if (!replayed.ok) throw new Error(replayed.error.message);
  expect(replayed.value.origin).toBe('replay');
  // Nothing is executed in this browser any more.
  await forgetAll();
  await savePreference('stepLimit', 0);
  const { engine: other, handle: traced } = await openDemo('swap-two-hops');
  const reported = await other.trace.stateChanges(traced);
  if (!reported.ok) throw new Error(reported.error.message);
  expect(reported.value.origin).toBe('prestateTracer');
  const plain = (changes: typeof reported.value) =>
    changes.accounts
      .map(({ coinbase: __, name: ___, ...change }) => change)
      .sort((a, b) => a.address.localeCompare(b.address));
  expect(plain(replayed.value)).toEqual(plain(reported.value));
});

test('states the gas of each line of source, together all that was executed', async () => {
  const { engine, handle } = await openDemo('erc20-transfer');
  const answer = await engine.trace.gasLines(newJob(), handle);
  if (!answer.ok) throw new Error(answer.error.message);
  const { executed, initial, lines, count } = answer.value;
  const record = await engine.chain.loadTransaction(newJob(), chain.keyOf('erc20-transfer'), false);
  // One whose gas is not lessened by a refund.
  expect(executed + initial).toBe(record.ok && record.value.receipt?.gasUsed);
  expect(lines).toHaveLength(count);
  expect(lines.reduce((sum, { own }) => sum + own, 0)).toBe(executed);
  expect(lines[0]).toMatchObject({ file: expect.stringMatching(/\.sol$/), text: expect.stringContaining('balanceOf') });
});
