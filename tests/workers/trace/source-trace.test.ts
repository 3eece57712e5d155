import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { RowKind } from '../../../src/core/trace/rows';
import type { SourceRow, SourceTraceSummary } from '../../../src/workers/trace/source-trace.api';
import type { CompileForTrace } from '../../../src/workers/trace/sources.api';
import { installedCompilers, loadCompiler } from '../../../tools/solc/installed';
import {
  type DemoChain,
  forgetAll,
  importDemoContracts,
  newJob,
  startDemoChain,
  startEngine,
} from '../../helpers/demo-engine';

vi.setConfig({ testTimeout: 60_000 });

let chain: DemoChain;
beforeAll(async () => {
  chain = await startDemoChain();
}, 120_000);
afterAll(() => chain?.stop());
afterEach(() => forgetAll());

const newest = installedCompilers().at(-1);
if (newest === undefined) throw new Error('no compiler is installed');
const solc = loadCompiler(newest);
const compile: CompileForTrace = async (_, { input }) => ({
  ok: true,
  value: new TextEncoder().encode(solc.compile(input)),
});

async function decoded(name: Parameters<DemoChain['keyOf']>[0]) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  await engine.setCompiler(compile, async () => {});
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const summary = await engine.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  const rows = await engine.sourceRows(handle, 0, 200);
  if (!rows.ok) throw new Error(rows.error.message);
  return { engine, handle, summary: summary.value, rows: rows.value };
}

const stackOf = ({ stack }: SourceTraceSummary) =>
  stack.map(({ contract, function: name, place, sentence }) => `${contract}.${name}:${place?.line} ${sentence}`.trim());

const callOf = (rows: readonly SourceRow[]) =>
  rows
    .filter(({ kind }) => kind === RowKind.internal)
    .map((row) => `${row.function}(${(row.arguments ?? []).map(({ name, text }) => `${name}=${text}`).join(', ')})`);

it('a nested custom error has its four contracts, with their lines', async () => {
  const { summary } = await decoded('nested-custom-error');
  expect(stackOf(summary)).toEqual([
    'Desk.place:72 Caught the failure and reverted with OrderFailed around it.',
    'Broker.order:47 Caught the failure and reverted with BrokerRefused around it.',
    'Clearing.clear:30 Caught the failure and reverted with ClearingFailed around it.',
    expect.stringMatching(/^Ledger\.book:16 Reverted with LimitExceeded\(0x[\da-f]{40}, 1000, 5000\)\.$/),
  ]);
});

it('console logs have their texts and lines', async () => {
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

it('a swap has its internal calls and its storage by name', async () => {
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
  const inside = await engine.variablesAt(handle, (quote?.step ?? 0) + 2);
  expect(inside.ok && inside.value.function).toBe('quote');
  expect(inside.ok && inside.value.locals.map(({ value }) => value.name)).toContain('reserveOut');
});

it('state variables have their values before a step', async () => {
  const { rows, engine, handle } = await decoded('swap-two-hops');
  const quote = rows.find((row) => row.function === 'quote');
  const view = await engine.stateVariablesAt(handle, (quote?.step ?? 0) + 2);
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

it('rows are not known before the sources were asked for', async () => {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('swap-two-hops'));
  expect(await engine.sourceRows(handle, 0, 10)).toMatchObject({ ok: false, error: { code: 'unsupported' } });
});
