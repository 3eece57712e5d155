/** A contract in Vyper on a real node, as the engine tells of it: names, internal calls, lines, storage and the stack trace. */
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../../../src/core/chain/primitives';
import { RowKind } from '../../../../src/core/trace/rows';
import type { SourceRow } from '../../../../src/workers/trace/source-trace.api';
import { lineOf, recordedRun } from '../../../core/source/vyper/ledger';
import { allowOnly } from '../../../helpers/consent';
import { configOf, forgetAll, newJob, startEngine } from '../../../helpers/demo-engine';
import { deployLedger, ledgerBuild, sendToLedger, startLedgerSourcify } from '../../../helpers/deployed-ledger';
import type { JsonServer } from '../../../helpers/json-server';
import { startNode, type TestNode } from '../../../helpers/node';
import { ANVIL_NETWORK } from '../../../helpers/rpc';

const VERSION = '0.4.3';
const WHO = `0x${'11'.repeat(20)}`;
const run = recordedRun(VERSION);
const line = (text: string) => lineOf(VERSION, text);

let node: TestNode;
let ledger: Address;
let sourcify: JsonServer;

beforeAll(async () => {
  node = await startNode({ chainId: ANVIL_NETWORK });
  ledger = await deployLedger(node, run);
  sourcify = await startLedgerSourcify(run, ANVIL_NETWORK, ledger);
});
afterEach(forgetAll);
afterAll(async () => {
  await sourcify.stop();
  await node.stop();
});

/** An engine that knows the sources by build output, or may ask Sourcify for them. */
async function knowing(from: 'build output' | 'Sourcify') {
  const { thirdParties } = configOf([node.url]);
  const started = await startEngine([node.url], { thirdParties: { ...thirdParties, sourcify: sourcify.url } });
  const { engine } = started;
  if (from === 'Sourcify') await allowOnly('sourcify');
  else {
    const imported = await engine.contracts.importBuildOutput(
      'ledger.json',
      new TextEncoder().encode(ledgerBuild(run)),
    );
    if (!imported.ok) throw new Error(imported.error.message);
  }
  return {
    ...started,
    /** Opens a call of the ledger, with all that becomes known of it. */
    async opened(name: string, ...args: readonly unknown[]) {
      const { transactionHash: hash } = await sendToLedger(node, run, ledger, name, args);
      const { handle } = await started.open({ networkId: ANVIL_NETWORK, hash });
      await started.settledRows(handle, 1);
      if (from === 'Sourcify') await engine.trace.lookUp(newJob(), handle);
      const summary = await engine.trace.sourceTrace(newJob(), handle);
      if (!summary.ok) throw new Error(summary.error.message);
      const rows = await engine.trace.sourceRows(handle, 0, 200);
      if (!rows.ok) throw new Error(rows.error.message);
      return { handle, summary: summary.value, rows: rows.value };
    },
  };
}

const internal = (rows: readonly SourceRow[]) =>
  rows.filter(({ kind }) => kind === RowKind.internal).map((row) => `${row.function}:${row.place?.line}`);

test.each(['build output', 'Sourcify'] as const)('by %s: internal calls and storage by name', async (from) => {
  const { engine, opened, settledRows } = await knowing(from);
  const { handle, rows, summary } = await opened('credit', WHO, 5n);
  const [root] = await settledRows(handle, 1);
  expect(`${root?.toName?.text}.${root?.functionName?.text}`).toBe('Ledger.credit');
  expect(internal(rows)).toEqual([
    // The interface above declares it too.
    `credit:${line('self._add(who, amount)') - 3}`,
    `_add:${line('def _add(who: address, amount: uint256):')}`,
    `_doubled:${line('def _doubled(amount: uint256)')}`,
  ]);
  const written = rows.filter(({ kind }) => kind === RowKind.storageWrite).flatMap(({ values = [] }) => values);
  // Earlier tests credited as well.
  const added = written.map(({ path, before, after }) => `${path} +${BigInt(after.text) - BigInt(before.text)}`);
  expect(added).toEqual([`balances[${WHO}][7] +10`, 'total +10']);
  const variables = await engine.trace.storageVariables(handle);
  expect(variables.ok && variables.value.flatMap(({ values }) => values.map(({ path }) => path))).toEqual([
    `balances[${WHO}][7]`,
    'total',
  ]);
  expect(summary.contracts.map(({ name, limitation }) => [name, limitation])).toEqual([
    ['Ledger', expect.stringContaining('Compiled by Vyper: arguments and local variables lie in memory')],
  ]);
});

test.each(['build output', 'Sourcify'] as const)(
  'by %s: a failure leads to its line, also in the debugger',
  async (from) => {
    const { engine, opened } = await knowing(from);
    const { handle, summary } = await opened('credit', WHO, 500n);
    const { contract, method, failing } = await engine.trace.outcome(handle);
    expect(`${contract?.text}.${method?.text} ${failing?.reason}`).toMatch(/^Ledger\.credit .*too much/);
    const failed = line('"too much"');
    expect(summary.stack.map(({ contract, function: name, place }) => `${contract}.${name}:${place?.line}`)).toEqual([
      `Ledger.credit:${line('self._add(who, amount)')}`,
      `Ledger._add:${line('self._doubled(amount)')}`,
      `Ledger._doubled:${failed}`,
    ]);
    expect(summary.stack.at(-1)?.sentence).toContain('too much');
    const at = await engine.trace.sourceAt(handle, summary.stack.at(-1)?.step ?? -1);
    expect(at.ok && [at.value.contract, at.value.function, at.value.place?.line]).toEqual([
      'Ledger',
      '_doubled',
      failed,
    ]);
    const inside = await engine.trace.variablesAt(handle, summary.stack.at(-1)?.step ?? -1);
    expect(inside.ok && inside.value.why).toBe(
      'Vyper keeps variables in memory, at places that the compiler does not state.',
    );
  },
);

test('sources that a provider is asked for while the trace is read: their rows take the place of those before', async () => {
  const { engine, open, settledRows } = await knowing('Sourcify');
  await allowOnly();
  const { transactionHash: hash } = await sendToLedger(node, run, ledger, 'credit', [WHO, 5n]);
  const { handle } = await open({ networkId: ANVIL_NETWORK, hash });
  await settledRows(handle, 1);
  await engine.trace.sourceTrace(newJob(), handle);
  const before = await settledRows(handle);
  expect(before.filter(({ kind }) => kind === RowKind.internal)).toEqual([]);
  const access = before.find(({ kind }) => kind === RowKind.storageRead);
  if (access === undefined) throw new Error('no storage was read');
  const root = before[0];
  expect((await engine.trace.view(handle)).readings).toBe(1);

  await allowOnly('sourcify');
  await engine.trace.lookUp(newJob(), handle);
  await engine.settled();
  expect(await engine.trace.view(handle)).toMatchObject({ readings: 2, inside: true });
  const after = await settledRows(handle);
  expect(after.flatMap((row) => (row.kind === RowKind.internal ? row.functionName?.text : []))).toEqual([
    '_add',
    '_doubled',
  ]);
  expect(after[0]?.row).toBe(root?.row);
  expect(new Set(after.map(({ row }) => row)).has(access.row)).toBe(false);
  // What the page still names by its number of before is found in its frame.
  expect(await engine.trace.reveal(handle, access.row)).toMatchObject({ index: 0 });
  expect((await engine.trace.detail(handle, access.row)).row).toBe(root?.row);
  expect(await engine.trace.rowValues(handle, [access.row])).toEqual([]);
  const found = after.find(({ kind }) => kind === RowKind.internal);
  expect((await engine.trace.rowValues(handle, found ? [found.row] : [])).map(({ row }) => row)).toEqual([found?.row]);
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  expect(summary.ok && summary.value.contracts.map(({ name }) => name)).toEqual(['Ledger']);
});
