import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { RowIndex } from '../../../../src/core/trace/rows';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { RowView, VisibleIndex } from '../../../../src/workers/trace/rows.api';
import type { StepState } from '../../../../src/workers/trace/steps.api';
import { type DemoChain, runDemoChain, startEngine } from '../../../helpers/demo-engine';

const chain = runDemoChain();

type StructLog = {
  pc: number;
  op: string;
  gas: number;
  gasCost: number;
  depth: number;
  stack: string[];
  memory: string[];
};

/** The steps as the node tells them. */
async function structLogs(hash: string): Promise<readonly StructLog[]> {
  const params = [hash, { enableMemory: true }];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(chain.devnet.rpcUrl, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: { structLogs: StructLog[] } }).result.structLogs;
}

async function opened(name: Parameters<DemoChain['keyOf']>[0]) {
  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf(name));
  return { engine, handle };
}

function value<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test('windows of steps are those the node reports', async () => {
  const { engine, handle } = await opened('swap-two-hops');
  const expected = await structLogs(chain.keyOf('swap-two-hops').hash);
  const first = value(await engine.trace.steps(handle, 0, 1_000));
  expect(first.total).toBe(expected.length);
  const middle = value(await engine.trace.steps(handle, 3_333, 200));
  const last = value(await engine.trace.steps(handle, expected.length - 5, 100));
  expect(last.steps).toHaveLength(5);
  for (const { start, steps } of [first, middle, last])
    for (const [i, step] of steps.entries()) {
      const { pc, op, gas, depth } = expected[start + i]!;
      expect([step.step, step.pc, step.name, step.gas, step.depth + 1]).toEqual([start + i, pc, op, gas, depth]);
    }
});

test('the machine before a step is as the node reports it', async () => {
  const { engine, handle } = await opened('swap-two-hops');
  const expected = await structLogs(chain.keyOf('swap-two-hops').hash);
  for (let step = 0; step < expected.length; step += 271) {
    const state = value(await engine.trace.stateAt(handle, step));
    const { pc, gas, stack } = expected[step]!;
    expect([state.pc, state.gas, state.stack]).toEqual([pc, gas, stack.map(BigInt)]);
  }
});

test('moves lead up to the call, over it and out of it', async () => {
  const { engine, handle } = await opened('swap-two-hops');
  const rows = (await engine.trace.rows(handle, 0 as never, 100)).rows;
  const calls = rows.filter(({ kind, row }) => kind <= 5 && row > 0);
  expect(value(await engine.trace.stateAt(handle, 0)).go).toEqual({});
  for (const call of calls) {
    const step = value(await engine.trace.stepOfRow(handle, call.row));
    if (step === undefined) throw new Error(`row ${call.depthId} has no step`);
    const state = value(await engine.trace.stateAt(handle, step));
    if (state.row !== call.row) continue; // a call without steps
    const above = await at(state.go.up);
    expect(above.name).toMatch(/CALL|CREATE/);
    expect(above.depth).toBe(state.depth - 1);
    const after = await at(state.go.out);
    expect([after.row, after.step]).toEqual([above.row, above.go.over]);
    expect(state.go.over).toBe(call.hasChildren && hasCalls(rows, call) ? state.go.out : undefined);
  }

  async function at(step: number | undefined): Promise<StepState> {
    if (step === undefined) throw new Error('a move is missing');
    return value(await engine.trace.stateAt(handle, step));
  }
});

function hasCalls(rows: readonly RowView[], { depthId }: RowView): boolean {
  return rows.some((row) => row.kind <= 5 && row.depthId.startsWith(`${depthId}.`));
}

test('an event begins at its LOG, and instructions are found by name in both directions', async () => {
  const { engine, handle } = await opened('swap-two-hops');
  const rows = (await engine.trace.rows(handle, 0 as never, 100)).rows;
  for (const { row } of rows.filter(({ kind }) => kind === 7)) {
    const step = value(await engine.trace.stepOfRow(handle, row));
    expect(value(await engine.trace.stateAt(handle, step ?? -1)).name).toMatch(/^LOG/);
  }
  const expected = await structLogs(chain.keyOf('swap-two-hops').hash);
  const stores = expected.flatMap(({ op }, step) => (op === 'SSTORE' ? [step] : []));
  const found: number[] = [];
  for (let step: number | undefined = -1; step !== undefined; ) {
    step = value(await engine.trace.findStep(handle, 'sstore', step, true));
    if (step !== undefined) found.push(step);
  }
  expect(found).toEqual(stores);
  expect(value(await engine.trace.findStep(handle, 'SSTORE', expected.length, false))).toBe(stores.at(-1));
});

test('the profile has the depth of every slice and marks failures', async () => {
  const { engine, handle } = await opened('swap-two-hops');
  const expected = await structLogs(chain.keyOf('swap-two-hops').hash);
  const profile = value(await engine.trace.stepProfile(handle, expected.length));
  expect(profile).toMatchObject({ total: expected.length, maxDepth: 2 });
  expect([...profile.depth]).toEqual(expected.map(({ depth }) => depth - 1));
  const reverts = expected.flatMap(({ op }, step) => (op === 'REVERT' ? [step] : []));
  expect([...profile.failed].flatMap((mark, step) => (mark === 1 ? [step] : []))).toEqual(reverts);
});

test('a transaction without code has no steps, and says so', async () => {
  const { engine, handle } = await opened('ether-transfer');
  expect(value(await engine.trace.steps(handle, 0, 10))).toEqual({ total: 0, start: 0, steps: [] });
  const state = await engine.trace.stateAt(handle as TraceHandle, 0);
  expect(!state.ok && state.error.code).toBe('notFound');
  expect(value(await engine.trace.stepOfRow(handle, 0 as RowIndex))).toBeUndefined();
});

test('what the two of a call had before it follows from the block before and what was sent since', async () => {
  const { engine, handle } = await opened('ether-relay');
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chain.devnet.rpcUrl, { method: 'POST', headers, body });
    return ((await answer.json()) as { result: unknown }).result;
  };
  const { hash } = chain.keyOf('ether-relay');
  const { blockNumber } = (await ask('eth_getTransactionByHash', [hash])) as { blockNumber: string };
  const parent = `0x${(Number(blockNumber) - 1).toString(16)}`;
  const rows = (await engine.trace.rows(handle, 0 as VisibleIndex, 100)).rows.filter((row) => 'gas' in row);
  expect(rows.length).toBeGreaterThan(7);
  const has = new Map<string, bigint>();
  for (const address of new Set(rows.flatMap(({ from, to }) => [from, to ?? from])))
    has.set(address, BigInt((await ask('eth_getBalance', [address, parent])) as string));
  for (const { row, from, to = from, ...more } of rows) {
    const { from: payer, to: payee } = value(await engine.trace.frameBalances(handle, row));
    expect([payer, payee], `row ${row}`).toEqual([has.get(from), has.get(to)]);
    const sent = BigInt(('value' in more && more.value) || 0);
    has.set(from, (has.get(from) ?? 0n) - sent);
    has.set(to, (has.get(to) ?? 0n) + sent);
  }
  expect(await engine.trace.frameBalances(handle, 9_999 as RowIndex)).toMatchObject({ ok: false });
});
