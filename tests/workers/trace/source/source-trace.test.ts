import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { RowKind } from '../../../../src/core/trace/rows';
import type { SourceRow, SourceTraceSummary } from '../../../../src/workers/trace/source-trace.api';
import { type DemoChain, importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { eventually } from '../../../helpers/eventually';
import { newestSolc, servingWith } from '../../../helpers/solc';

const chain = runDemoChain();

const connect = servingWith(newestSolc());

async function decoded(name: Parameters<DemoChain['keyOf']>[0]) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.contracts.setCompiler(connect);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  const rows = await engine.trace.sourceRows(handle, 0, 200);
  if (!rows.ok) throw new Error(rows.error.message);
  return { engine, handle, summary: summary.value, rows: rows.value };
}

const stackOf = ({ stack }: SourceTraceSummary) =>
  stack.map(({ contract, function: name, place, sentence }) => `${contract}.${name}:${place?.line} ${sentence}`.trim());

const callOf = (rows: readonly SourceRow[]) =>
  rows
    .filter(({ kind }) => kind === RowKind.internal)
    .map((row) => `${row.function}(${(row.arguments ?? []).map(({ name, text }) => `${name}=${text}`).join(', ')})`);

test('a nested custom error has its four contracts, with their lines', async () => {
  const { summary } = await decoded('nested-custom-error');
  expect(stackOf(summary)).toEqual([
    'Desk.place:72 Caught the failure and reverted with OrderFailed around it.',
    'Broker.order:47 Caught the failure and reverted with BrokerRefused around it.',
    'Clearing.clear:30 Caught the failure and reverted with ClearingFailed around it.',
    'Ledger.book:16 Reverted with LimitExceeded(0x996550…a4dc, 1,000, 5,000).',
  ]);
});

test('console logs have their texts and lines', async () => {
  const { summary } = await decoded('console-log');
  expect(summary.stack).toEqual([]);
  expect(summary.logs.map(({ text, place }) => `${place?.line} ${text}`)).toEqual([
    '17 Diary: 0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f writes',
    '18 Diary: text Dear diary, today I looked at a trace and saw every step of it.',
    '19 Diary: entries so far 13',
    '21 Diary: entry 14 of 63 bytes by 0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
    '22 Diary: long true',
    expect.stringMatching(/^23 0x446561/),
  ]);
});

test('a swap has its internal calls and its storage by name', async () => {
  const { rows, engine, handle } = await decoded('swap-two-hops');
  const calls = callOf(rows);
  expect(calls[1]).toMatch(/^_pair\(a=0x[\da-f]{40}, b=0x[\da-f]{40}\)$/);
  const quote = rows.find((row) => row.function === 'quote');
  expect(quote?.arguments?.map(({ name }) => name)).toEqual(['amountIn', 'reserveIn', 'reserveOut']);
  expect(quote?.returns?.[0]?.text).toBe('298837284935378021910');
  const write = rows.find(({ kind }) => kind === RowKind.storageWrite);
  expect(write?.values?.map(({ path, before, after }) => [path, BigInt(before.text) - BigInt(after.text)])).toEqual([
    [expect.stringMatching(/^balanceOf\[0x[\da-f]{40}\]$/), 120n * 10n ** 18n],
  ]);
  const inside = await engine.trace.variablesAt(handle, (quote?.step ?? 0) + 2);
  expect(inside.ok && inside.value.function).toBe('quote');
  expect(inside.ok && inside.value.locals.map(({ value }) => value.name)).toContain('reserveOut');
});

test('state variables have their values before a step', async () => {
  const { rows, engine, handle } = await decoded('swap-two-hops');
  const quote = rows.find((row) => row.function === 'quote');
  const view = await engine.trace.stateVariablesAt(handle, (quote?.step ?? 0) + 2);
  if (!view.ok) throw new Error(view.error.message);
  const { contract, variables } = view.value;
  expect(contract).toBe('Pair');
  const shown = (name: string) => {
    const found = variables.find(({ value }) => value.name === name);
    return [found?.kind, found?.declaredIn, found?.value.text, found?.value.unknown ?? false];
  };
  expect(shown('entered')).toEqual(['storage', 'Pair', 'true', false]);
  expect(shown('reserve0')).toEqual(['storage', 'Pair', '400116173152318244530980', false]);
  expect(shown('decimals')).toEqual(['immutable', 'ERC20', '18', false]);
  expect(shown('name')).toEqual(['storage', 'ERC20', 'not touched in this transaction', true]);
});

test('a proxy that was upgraded ran the implementation of its time', async () => {
  const ran = async (name: Parameters<DemoChain['keyOf']>[0]) => {
    const { summary, rows, engine, handle } = await decoded(name);
    const files = rows.filter((row) => row.function === 'withdraw').map(({ place }) => place?.file.split('/').at(-1));
    const step = rows.find((row) => row.function === 'withdraw')?.step ?? 0;
    const state = await engine.trace.stateVariablesAt(handle, step + 2);
    if (!state.ok) throw new Error(state.error.message);
    return { names: summary.contracts.map((each) => each.name), files, state: state.value };
  };
  const before = await ran('uups-before-upgrade');
  expect(before.names).toContain('VaultV1');
  expect(before.names).not.toContain('VaultV2');
  expect(before.state.contract).toBe('VaultV1');
  const after = await ran('uups-after-upgrade');
  expect(after.names).toContain('VaultV2');
  expect(after.names).not.toContain('VaultV1');
  expect(after.state.contract).toBe('VaultV2');
  // The storage is the proxy's in both.
  expect(after.state.address).toBe(before.state.address);
  expect(after.state.variables.map(({ value }) => value.name)).toContain('feeBasisPoints');
});

test('a deployment has its constructor', async () => {
  const { summary, rows } = await decoded('contract-creation');
  expect(summary.contracts.map(({ name }) => name)).toEqual(['Router']);
  expect(rows.filter(({ kind }) => kind === RowKind.internal).map((row) => row.function)).toContain('constructor');
});

test('rows are not known before the sources were asked for', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('swap-two-hops'));
  expect(await engine.trace.sourceRows(handle, 0, 10)).toMatchObject({ ok: false, error: { code: 'unsupported' } });
});

test('changed slots have the variables that lie in them', async () => {
  const { engine, handle } = await decoded('swap-two-hops');
  const [changes, variables] = await Promise.all([
    engine.trace.stateChanges(handle),
    engine.trace.storageVariables(handle),
  ]);
  if (!changes.ok || !variables.ok) throw new Error('both are there');
  const changed = changes.value.accounts.flatMap(({ address, storage }) =>
    storage.map(({ key }) => `${address} ${key}`),
  );
  const named = new Map(variables.value.map((slot) => [`${slot.address} ${slot.key}`, slot]));
  expect(changed.filter((slot) => !named.has(slot))).toEqual([]);
  const paths = variables.value.flatMap(({ values }) => values.map(({ path }) => path));
  expect(paths).toContainEqual(expect.stringMatching(/^balanceOf\[0x[\da-f]{40}\]$/));
  expect(paths).toContain('reserve0');
  // What shares a slot and did not change is left out.
  for (const { before, after } of variables.value.flatMap(({ values }) => values))
    expect(after.text).not.toBe(before.text);
});

test('balances in the storage of a token are amounts of it', async () => {
  const { engine, handle } = await decoded('swap-two-hops');
  // What the tokens call themselves may come after the sources.
  await eventually(async () => {
    const variables = await engine.trace.storageVariables(handle);
    if (!variables.ok) throw new Error(variables.error.message);
    const values = variables.value.flatMap((slot) => slot.values);
    expect(values.find(({ path }) => path === 'reserve0')?.after).not.toHaveProperty('token');
    const balances = values.filter(({ path }) => path.startsWith('balanceOf['));
    expect(balances.length).toBeGreaterThanOrEqual(2);
    for (const { after } of balances)
      expect(after.token).toMatchObject({ symbol: expect.any(String), decimals: expect.any(Number) });
  });
});

test('a text of several slots is told whole, and once', async () => {
  const { engine, handle } = await decoded('console-log');
  const variables = await engine.trace.storageVariables(handle);
  if (!variables.ok) throw new Error(variables.error.message);
  const texts = variables.value.flatMap(({ values }) => values).filter(({ path }) => path.startsWith('entries['));
  expect(texts.map(({ after }) => after.text)).toContain(
    'Dear diary, today I looked at a trace and saw every step of it.',
  );
  expect(new Set(texts.map(({ path }) => path)).size).toBe(texts.length);
  // Its further slots are named all the same: no other tab calls them unknown.
  expect(variables.value.filter(({ values }) => values.length === 0)).toHaveLength(2);
});

test('rows of the sources stand in the windows of the trace, with values when asked', async () => {
  const { engine, handle } = await decoded('swap-two-hops');
  const row = await engine.trace.rowOf(handle, '0.i1');
  if (row === undefined) throw new Error('there is such a row');
  const { index, toggles } = await engine.trace.reveal(handle, row);
  expect(toggles).toEqual({ full: true, storage: true, events: true });
  const inWindow = async () => (await engine.trace.rows(handle, index, 1)).rows[0];
  expect(await inWindow()).toMatchObject({ row, depthId: '0.i1', contract: 'Router', unread: true, depth: 1 });
  // What the tokens call themselves may come after the sources.
  const values = await eventually(async () => {
    const [read] = await engine.trace.rowValues(handle, [row]);
    expect(read?.inputs?.map(({ name, known }) => [name, known?.text])).toEqual([
      ['a', 'MPL'],
      ['b', 'JNP'],
    ]);
    return read;
  });
  expect(values?.gasUsed).toBeGreaterThan(0);
  expect(await inWindow()).toMatchObject({ inputs: values?.inputs });
  expect((await engine.trace.detail(handle, row)).site).toMatchObject({ file: 'contracts/amm/Router.sol' });
  // An access to storage is found by the file of the function that makes it.
  const { count } = await engine.trace.search(handle, { text: 'Pair.sol', filter: 'file' });
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, at) => (await engine.trace.match(handle, at))?.depthId),
  );
  expect(ids).toContainEqual(expect.stringMatching(/\.s\d+$/));
  // Without the full trace the row is gone, and its frame is what is left of the tree.
  const calls = await engine.trace.setToggles(handle, { full: false, storage: false, events: false });
  expect(calls.visibleCount).toBe(20);
  expect(await engine.trace.search(handle, { text: '_pair', filter: 'all' })).toEqual({ count: 0 });
  await engine.trace.setToggles(handle, { full: true, storage: false, events: false });
  expect((await engine.trace.search(handle, { text: '_pair', filter: 'function' })).count).toBeGreaterThan(2);
  expect((await engine.trace.match(handle, 0))?.depthId).toBe('0.i1');
});
