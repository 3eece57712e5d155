import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Decoded } from '../../../../src/core/abi/decoded';
import { pathText } from '../../../../src/core/abi/path-text';
import { cutValue } from '../../../../src/core/abi/value-text';
import type { Name } from '../../../../src/core/chain/name';
import { RowKind } from '../../../../src/core/trace/rows';
import type { StepSource } from '../../../../src/workers/trace/steps-in-source.api';
import { type DemoChain, importDemoContracts, newJob, runDemoChain, startEngine } from '../../../helpers/demo-engine';
import { newestSolc, servingWith } from '../../../helpers/solc';

const chain = runDemoChain();

const connect = servingWith(newestSolc());

async function debugged(name: Parameters<DemoChain['keyOf']>[0]) {
  const { engine, open, settledRows } = await startEngine([chain.proxy.url]);
  await engine.contracts.setCompiler(connect);
  await importDemoContracts(engine, chain);
  const { handle } = await open(chain.keyOf(name));
  const summary = await engine.trace.sourceTrace(newJob(), handle);
  if (!summary.ok) throw new Error(summary.error.message);
  const texts = new Map<number, readonly string[]>();
  return {
    engine,
    handle,
    settledRows,
    summary: summary.value,
    async at(step: number): Promise<StepSource> {
      const answer = await engine.trace.sourceAt(handle, step);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    },
    /** The line the reader sees, without blanks around it. */
    async line({ place }: StepSource): Promise<string> {
      if (place === undefined) return '';
      if (!texts.has(place.file)) {
        const file = await engine.trace.stepFile(handle, place.file);
        texts.set(place.file, file.ok && file.value ? file.value.text.split('\n') : []);
      }
      return texts.get(place.file)?.[place.line - 1]?.trim() ?? '';
    },
  };
}

test('a nested custom error has its calls, with the line of each', async () => {
  const { at, line, summary } = await debugged('nested-custom-error');
  const source = await at(summary.stack.at(-1)?.step ?? -1);
  expect(await line(source)).toMatch(/^if \(.*revert LimitExceeded|revert LimitExceeded/);
  expect(source.stack.map((call) => `${call.contract}.${call.function}:${call.line}`)).toEqual(
    summary.stack.toReversed().map(({ contract, function: name, place }, index) =>
      // The callers stand at the call, of which the stack trace names the line that reverted.
      index === 0 ? `${contract}.${name}:${place?.line}` : expect.stringMatching(new RegExp(`^${contract}.${name}:`)),
    ),
  );
  expect(source.why).toBe('');
});

test('a swap is walked through statement by statement, over calls and out of them', async () => {
  const { at, line } = await debugged('swap-two-hops');
  const start = await at(0);
  expect(start).toMatchObject({ contract: 'Router', function: '', place: undefined });
  expect(start.why).toMatch(/^No function has begun yet/);
  expect(start.files[0]?.path).toMatch(/Router\.sol$/);
  expect(start.moves.over).toBeUndefined();
  expect(start.moves.up).toBeUndefined();

  // Over everything: only the lines of the entry function, then the end.
  const lines: string[] = [];
  let source = await at(start.moves.next ?? -1);
  const callsOf = ({ stack }: StepSource) => stack.filter(({ function: name }) => name !== 'before').length;
  const depth = callsOf(source);
  for (;;) {
    expect(callsOf(source)).toBe(depth);
    lines.push(await line(source));
    const next = source.moves.over ?? source.moves.next;
    if (next === undefined) break;
    source = await at(next);
    if (callsOf(source) < depth) break;
  }
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join('\n')).toMatch(/TooLittleReceived/);

  // Into a call and out again comes to the statement behind it, or to the next run of the caller.
  const inner = await at((await at(start.moves.next ?? -1)).moves.next ?? -1);
  expect(inner.step).toBeGreaterThan(start.moves.next ?? 0);
});

test('a line of a modifier is named by it, and called from the head of the function', async () => {
  const { at, line } = await debugged('swap-two-hops');
  const source = await at((await at(0)).moves.next ?? -1);
  expect(source).toMatchObject({ contract: 'Router', function: 'before' });
  expect(await line(source)).toMatch(/block\.timestamp > deadline/);
  expect(source.stack.map((call) => `${call.contract}.${call.function}`)).toEqual([
    'Router.before',
    'Router.swapExactTokens',
  ]);
  const { place } = source;
  const head = place && { ...source, place: { ...place, line: source.stack[1]?.line ?? 0 } };
  expect(head && (await line(head))).toMatch(/before\(deadline\)/);
});

test('breakpoints stop on lines and opcodes, in both directions, and are marked', async () => {
  const { engine, handle, at, line } = await debugged('swap-two-hops');
  const rows = await engine.trace.executionRows(handle, 0, 400);
  if (!rows.ok) throw new Error(rows.error.message);
  const quote = rows.value.rows.find(({ name }) => name === 'quote');
  const source = await at(quote?.step ?? -1);
  const file = await engine.trace.stepFile(handle, source.place?.file ?? -1);
  if (!file.ok || !file.value) throw new Error('no file');
  expect(file.value.lines).toContain(source.place?.line);
  const { digest } = file.value.file;
  const breakpoints = { lines: [{ digest, line: source.place?.line ?? 0 }], opcodes: [] };
  const find = async (from: number, forward: boolean, of: typeof breakpoints | { lines: []; opcodes: string[] }) => {
    const found = await engine.trace.findBreak(handle, of, from, forward);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
  const hits: number[] = [];
  for (let step = await find(-1, true, breakpoints); step !== undefined; step = await find(step, true, breakpoints))
    hits.push(step);
  expect(hits).toHaveLength(2); // two hops
  expect(hits[0]).toBe(source.step);
  for (const hit of hits) expect(await line(await at(hit))).toBe(await line(source));
  expect(await find(1e9, false, breakpoints)).toBe(hits[1]);
  expect(await find(hits[1] ?? 0, false, breakpoints)).toBe(hits[0]);
  expect(await find(hits[0] ?? 0, false, breakpoints)).toBeUndefined();
  const marks = await engine.trace.breakMarks(handle, breakpoints, 100);
  expect(marks.ok && marks.value.reduce((sum, mark) => sum + mark, 0)).toBe(2);

  const log = await find(0, true, { lines: [], opcodes: ['LOG', 'revert'] });
  const state = await engine.trace.stateAt(handle, log ?? -1);
  expect(state.ok && state.value.name).toMatch(/^LOG\d|REVERT/);
});

test('the lines that ran say what they read and wrote', async () => {
  const { engine, handle, at } = await debugged('swap-two-hops');
  const rows = await engine.trace.executionRows(handle, 0, 400);
  const quote = rows.ok ? rows.value.rows.find(({ name }) => name === 'quote') : undefined;
  const source = await at(quote?.step ?? -1);
  let last = source;
  while (last.moves.next !== undefined) {
    const next = await at(last.moves.next);
    if (next.function !== 'quote') break;
    last = next;
  }
  const values = await engine.trace.lineValues(handle, last.step);
  if (!values.ok) throw new Error(values.error.message);
  const names = new Set(values.value.map(({ name }) => name));
  for (const name of ['amountIn', 'reserveIn', 'reserveOut']) expect(names).toContain(name);
});

test('a storage pointer beside a line reads as what it points at', async () => {
  const { engine, handle, summary } = await debugged('multisig-too-early');
  const values = await engine.trace.lineValues(handle, summary.stack.at(-1)?.step ?? -1);
  if (!values.ok) throw new Error(values.error.message);
  const proposal = values.value.find(({ name }) => name === 'proposal');
  expect(proposal?.after.items?.map(({ name }) => name)).toContain('confirmations');
});

test('what was executed is a list, where a frame and its function are one row', async () => {
  const { engine, handle, at } = await debugged('swap-two-hops');
  const answer = await engine.trace.executionRows(handle, 0, 400);
  if (!answer.ok) throw new Error(answer.error.message);
  const { rows } = answer.value;
  expect(rows[0]).toMatchObject({ kind: RowKind.call, depth: 0, failed: false });
  expect(rows[0]?.name).toMatch(/^Router\.swap/);
  expect(rows.some(({ kind, name }) => kind === RowKind.internal && name === '_pair')).toBe(true);
  const write = rows.find(({ kind }) => kind === RowKind.storageWrite);
  expect(write?.name).toMatch(/^balanceOf\[/);
  expect(write?.value?.before?.text).not.toBe(write?.value?.after.text);
  expect(rows.some(({ failed }) => failed)).toBe(true); // the stale oracle
  for (const row of rows.slice(0, 40)) {
    if (row.step === undefined || row.kind > RowKind.internal) continue;
    const source = await at(row.step);
    expect(rows[source.row]?.index).toBe(row.kind === RowKind.log ? source.row : row.index);
  }
});

test('a contract without a source says so, and opcode breakpoints work without any', async () => {
  const { at } = await debugged('unverified');
  const source = await at(0);
  expect(source).toMatchObject({ contract: '', place: undefined, files: [], moves: {} });
  expect(source.why).toMatch(/^Unfortunately we do not have the source code for this contract/);

  const { engine, open } = await startEngine([chain.proxy.url]);
  const { handle } = await open(chain.keyOf('unverified'));
  expect(await engine.trace.sourceAt(handle, 0)).toMatchObject({ ok: false, error: { code: 'unsupported' } });
  const found = await engine.trace.findBreak(handle, { lines: [], opcodes: ['JUMPDEST'] }, 0, true);
  expect(found.ok && found.value).toBeGreaterThan(0);
});

test('the debugger names contracts and accounts, and reads amounts, as the tree does', async () => {
  const { engine, handle, settledRows } = await debugged('swap-two-hops');
  const tree = await settledRows(handle);
  const answer = await engine.trace.executionRows(handle, 0, 400);
  if (!answer.ok) throw new Error(answer.error.message);
  const { rows } = answer.value;

  const inTree = tree.flatMap((row) => ('access' in row ? [accessText(row.access.values[0], row.access.names)] : []));
  expect(
    rows.flatMap(({ name, value, names }) => (value ? [accessText({ path: name, ...value }, names)] : [])),
  ).toEqual(inTree);
  expect(inTree).toContain('balanceOf[DPS MPL/JNP] 400,236.173 MPL');
  expect(rows.flatMap(({ kind, name }) => (kind === RowKind.call ? [name] : []))).toEqual(
    tree.flatMap((row) => (row.kind === RowKind.call ? [`${row.toName?.text}.${row.functionName?.text}`] : [])),
  );

  const move = rows.find(({ kind, name }) => kind === RowKind.internal && name === '_move');
  const inside = (move?.step ?? 0) + 1;
  const locals = await engine.trace.variablesAt(handle, inside);
  const parameters = locals.ok ? locals.value.locals.map(({ value }) => `${value.name} ${cutValue(value).text}`) : [];
  expect(parameters).toEqual(['from 0x709979…79c8', 'to DPS MPL/JNP', 'value 120.0 MPL']);
  const state = await engine.trace.stateVariablesAt(handle, inside);
  const balances = state.ok ? state.value.variables.find(({ value }) => value.name === 'balanceOf')?.value : undefined;
  expect(balances?.items?.map((item) => cutValue(item).text)).toContain('98,927.73 MPL');
  const before = await engine.trace.lineValues(handle, rows[(move?.index ?? 0) + 3]?.step ?? 0);
  expect(before.ok && before.value.map(({ after }) => cutValue(after).text)).toContain('120.0 MPL');
});

/** Writes an access to storage as a row has it: its path by names, and what stands there behind it. */
function accessText(
  value: { path: string; after: Decoded } | undefined,
  names: Readonly<Record<string, Name>> | undefined,
): string {
  return value === undefined ? '' : `${pathText(value.path, names)} ${cutValue(value.after).text}`;
}
