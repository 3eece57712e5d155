/**
 * Opens recorded transactions through the engine as the page does, each from
 * every source that was recorded for it, and compares what the page would show
 * with what the recordings say.
 */

import { feeOf } from '../../../src/app/views/transaction/fee';
import { flameIndex, ownGas } from '../../../src/core/gas/flame';
import { RowKind } from '../../../src/core/trace/rows';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import type { TraceSummary } from '../../../src/workers/trace/open-trace.api';
import { isFrameRow, type RowView, type VisibleIndex } from '../../../src/workers/trace/rows.api';
import { gasByForm } from '../../gas-forms';
import { openTrace } from '../../open-trace';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';
import type { Format } from '../traces/recorded';
import { type Composed, compose } from './compose';
import { keyOf, newJob, startEngine } from './engine';
import { expectedFrames, transferLines } from './expected';
import type { InternalTransfer, Json, RecordedTransaction, Recordings } from './recordings';
import { startRecordedServer } from './server';

const SOURCES: Readonly<Record<Format, TraceSummary['source']>> = {
  callTracer: 'callTracer',
  flat: 'trace_transaction',
  otterscan: 'ots_traceTransaction',
  structLogs: 'structLogs',
};
const FORMATS = Object.keys(SOURCES) as Format[];

/** Opens each transaction with each recorded source of its trace, or with its receipt where there is none, a case each. */
export async function* openAll(recordings: Recordings): AsyncGenerator<CaseResult> {
  const server = await startRecordedServer(recordings);
  try {
    for (const format of [...FORMATS, undefined]) {
      server.only = format;
      const concerned = [...recordings.transactions.values()].filter(({ traces }) =>
        format === undefined ? traces.size === 0 : traces.has(format),
      );
      for (let start = 0; start < concerned.length; start += BATCH) {
        yield* openBatch(recordings, server.url, concerned.slice(start, start + BATCH), format);
      }
    }
  } finally {
    await server.stop();
  }
}

/** Transactions that share an engine and its database, which slows down as it fills. */
const BATCH = 100;

/** Each source in a life of its own: what one left in the database would serve the next. */
async function* openBatch(
  recordings: Recordings,
  rpcUrl: string,
  batch: readonly RecordedTransaction[],
  format: Format | undefined,
): AsyncGenerator<CaseResult> {
  const { engine, done } = await startEngine(recordings.networkId, rpcUrl);
  for (const recorded of batch) {
    const name = `${recordings.chain} ${recorded.hash} ${format ?? 'without a trace'}`;
    yield await openOne(engine, recordings, recorded, format, name);
  }
  await done();
}

async function openOne(
  engine: Engine,
  { networkId }: Recordings,
  recorded: RecordedTransaction,
  format: Format | undefined,
  name: string,
): Promise<CaseResult> {
  const composed = compose(recorded);
  if ('reason' in composed) return { name, outcome: 'skipped', reason: composed.reason };
  return judge(name, async (check) => {
    const key = keyOf(networkId, recorded.hash);
    const loaded = await engine.chain.loadTransaction(newJob(), key, false);
    if (!loaded.ok) throw new Error(`loadTransaction: ${loaded.error.message} ${loaded.error.raw ?? ''}`);
    checkFacts(check, loaded.value, composed);
    const opened = await openTrace(engine, newJob(), key);
    if (!opened.ok) throw new Error(`openTrace: ${opened.error.message} ${opened.error.raw ?? ''}`);
    const { handle } = opened.value;
    try {
      await checkTrace(check, engine, opened.value, recorded, composed, format);
    } finally {
      await engine.trace.closeTrace(handle);
    }
  });
}

/**
 * Own gas of all calls, with the initial gas and less the refund, is what the
 * receipt charges, in graph, pie, folded stacks and speedscope's file; no call uses more than its caller. Where transaction or
 * receipt are made of a trace, their gas is that of the outermost call.
 */
async function checkGas(
  check: Check,
  engine: Engine,
  handle: TraceHandle,
  gasUsed: number,
  isRecorded: boolean,
): Promise<void> {
  const graph = await engine.trace.flame(handle);
  if (graph === undefined) return;
  const { flame, initialParts } = graph;
  let own = 0;
  for (let frame = 0; frame < flame.length; frame++) {
    const gas = ownGas(flame, flameIndex(frame));
    check.that('no call uses more than its caller', gas >= 0);
    own += gas;
  }
  check.equal('gas of all calls', own - flame.refundedGas, gasUsed);
  const forms = await gasByForm(engine, handle);
  check.that('there is a profile', forms !== undefined);
  for (const [form, charged] of Object.entries(forms ?? {})) check.equal(`gas by the ${form}`, charged, gasUsed);
  if (!isRecorded) return;
  const initial = initialParts.reduce((sum, { count, each }) => sum + count * each, 0);
  check.equal('parts of the initial gas', initial, flame.initialGas);
  // A fifth since London, half before (EIP-3529).
  check.that('the refund is within its cap', flame.refundedGas * 2 <= own);
}

/** Amounts, and who to whom; only what was recorded is compared. */
function checkFacts(check: Check, { transaction, receipt, block }: TransactionRecord, composed: Composed): void {
  const { transaction: said, receipt: receiptSaid, recorded } = composed;
  check.equal('from', transaction.from, lower(said.from));
  check.equal('to', transaction.to ?? '', lower(said.to));
  check.equal('value', transaction.value, BigInt(String(said.value)));
  check.equal('input', transaction.input, lower(said.input));
  check.equal('gas limit', transaction.gas, Number(said.gas));
  check.that('the receipt is there', receipt !== undefined);
  if (receipt === undefined) return;
  if (recorded.transaction) {
    check.equal('nonce', transaction.nonce, Number(said.nonce));
    check.equal('gas price', transaction.gasPrice ?? '', said.gasPrice == null ? '' : BigInt(String(said.gasPrice)));
  }
  check.equal('gas used', receipt.gasUsed, Number(receiptSaid.gasUsed));
  if (!recorded.receipt) return;
  check.equal('status', receipt.status ?? '', { '0x1': 'success', '0x0': 'failed' }[String(receiptSaid.status)] ?? '');
  check.equal('logs of the receipt', receipt.logCount, (receiptSaid.logs as unknown[]).length);
  const price = receiptSaid.effectiveGasPrice ?? said.gasPrice;
  if (price == null) return;
  const blob = BigInt(String(receiptSaid.blobGasUsed ?? 0)) * BigInt(String(receiptSaid.blobGasPrice ?? 0));
  const total = BigInt(String(receiptSaid.gasUsed)) * BigInt(String(price)) + blob;
  check.equal('fee', feeOf(transaction, receipt, block)?.total, total + BigInt(String(receiptSaid.l1Fee ?? 0)));
}

async function checkTrace(
  check: Check,
  engine: Engine,
  summary: TraceSummary,
  recorded: RecordedTransaction,
  { receipt, recorded: known }: Composed,
  format: Format | undefined,
): Promise<void> {
  const { handle, source } = summary;
  const recording = format === undefined ? undefined : recorded.traces.get(format);
  const frames = format === undefined || recording === undefined ? undefined : expectedFrames(format, recording.read());
  const complete = frames !== undefined && recording?.leavesOut === 0;
  if (complete && format !== undefined) check.equal('source', source, SOURCES[format]);
  await engine.trace.setToggles(handle, { full: false, storage: false, events: true });
  await engine.trace.expandAll(handle);
  const rows = await allRows(engine, handle);
  check.equal('rows', rows.length, summary.rowCount);
  const outcome = await engine.trace.outcome(handle);
  check.equal('outcome', outcome.status, statusOf(receipt, rows));
  if (outcome.status === 'failed') check.that('the failing frame is named', outcome.failing !== undefined);
  if (complete) checkFrames(check, rows, frames);
  if (known.receipt) await checkEvents(check, engine, handle, rows, receipt);
  if (recorded.internal !== undefined && source !== 'receipt') {
    const said = transferLines(recorded.internal.transfers);
    check.equal('internal transfers', transferLines(transfersOf(rows)).join('\n'), said.join('\n'));
  }
  if (recorded.revertData !== undefined && (format === 'callTracer' || format === 'flat') && complete) {
    const root = await engine.trace.detail(handle, rows[0]!.row);
    if (isFrameRow(root) && root.output !== '0x') check.equal('revert data', root.output, lower(recorded.revertData));
  }
  await checkGas(check, engine, handle, Number(receipt.gasUsed), known.transaction && known.receipt);
  // What is learned of the contracts afterwards must not break what stands.
  await engine.settled();
  check.equal('rows once names are known', (await allRows(engine, handle)).length, rows.length);
}

/** Before Byzantium a receipt has no status; the trace's root has. */
function statusOf(receipt: Json, [root]: readonly RowView[]): string {
  if (receipt.status == null) return root?.failed ? 'failed' : 'success';
  return receipt.status === '0x1' ? 'success' : 'failed';
}

const WINDOW = 500;

async function allRows(engine: Engine, handle: TraceHandle): Promise<RowView[]> {
  const rows: RowView[] = [];
  for (;;) {
    const window = await engine.trace.rows(handle, rows.length as VisibleIndex, WINDOW);
    rows.push(...window.rows);
    if (window.rows.length === 0) return rows;
  }
}

function checkFrames(check: Check, rows: readonly RowView[], expected: NonNullable<ReturnType<typeof expectedFrames>>) {
  const frames = rows.filter(isFrameRow);
  check.equal('frames', frames.length, expected.length);
  for (const [at, said] of expected.entries()) {
    const frame = frames[at]!;
    const where = `frame ${frame.depthId}:`;
    if (said.kind !== 'other') check.equal(`${where} kind`, kindOf(frame), said.kind);
    check.equal(`${where} from`, frame.from, said.from);
    if (said.to !== undefined) check.equal(`${where} to`, frame.to, said.to);
    if (said.value !== undefined) check.equal(`${where} value`, BigInt(frame.value ?? 0), said.value);
    if (said.failed !== undefined) check.equal(`${where} failed`, frame.failed, said.failed);
    // The root's gas is the receipt's.
    if (said.gasUsed !== undefined && at > 0) check.equal(`${where} gas used`, frame.gasUsed, said.gasUsed);
  }
}

/** The events that stand are the receipt's: emitter, topics and data. */
async function checkEvents(
  check: Check,
  engine: Engine,
  handle: TraceHandle,
  rows: readonly RowView[],
  receipt: Json,
): Promise<void> {
  const shown: string[] = [];
  for (const row of rows.filter(({ kind, undone }) => kind === RowKind.log && !undone)) {
    const detail = await engine.trace.detail(handle, row.row);
    if (detail.kind === RowKind.log) shown.push(`${detail.from} ${detail.topics.join(' ')} ${detail.input}`);
  }
  const said = (receipt.logs as Json[]).map(
    ({ address, topics, data }) => `${lower(address)} ${(topics as unknown[]).map(lower).join(' ')} ${lower(data)}`,
  );
  check.equal('number of events', shown.length, said.length);
  check.equal('events', shown.sort().join('\n'), said.sort().join('\n'));
}

function transfersOf(rows: readonly RowView[]): InternalTransfer[] {
  return rows
    .slice(1)
    .filter(isFrameRow)
    .flatMap((row): InternalTransfer[] => {
      const type = kindOf(row);
      if (type === 'other' || row.failed || row.undone) return [];
      return [{ type, from: row.from, to: row.to ?? '', value: BigInt(row.value ?? 0) }];
    });
}

function kindOf({ kind }: RowView): 'call' | 'create' | 'selfdestruct' | 'other' {
  if (kind === RowKind.call) return 'call';
  if (kind === RowKind.create || kind === RowKind.create2) return 'create';
  return kind === RowKind.selfdestruct ? 'selfdestruct' : 'other';
}

function lower(value: unknown): string {
  return value == null ? '' : String(value).toLowerCase();
}
