/** The outcome of a transaction, from the rows of its trace, and the number of rows of each kind. */
import type { Address } from '../../../core/chain/primitives';
import { receiptStatus } from '../../../core/chain/receipt-status';
import type { ReceiptWithoutLogs, Transaction } from '../../../core/chain/transaction';
import { contractOf, creationOf } from '../../../core/contract/labels/callee-name';
import { CONSOLE_ADDRESS } from '../../../core/source/console/console-signatures';
import { type FailedInside, failedInside } from '../../../core/trace/failed-inside';
import { failureStages } from '../../../core/trace/failure-stages';
import { failingRow, isFrameKind } from '../../../core/trace/failures';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace, type TraceMethod } from '../../../core/trace/rows';
import { ranNoCode } from '../../../core/trace/touched-addresses';
import { LatePart } from '../../scheduling/late-part';
import type { TraceSummary } from '../open-trace.api';
import type { Outcome, Piece } from '../rows.api';
import { frameView, type Showing } from './row-view';

/** The words of a failure, for a trace that has one. */
export const failureText = new LatePart(() => import('./failure-text'));

const MAX_FAILED_ROWS = 10_000;

/** Traces that do not say which frames failed. */
const FAILURES_UNTOLD: ReadonlySet<TraceMethod> = new Set<TraceMethod>(['receipt', 'ots_traceTransaction']);

type Opened = { trace: Trace; transaction: Transaction; receipt: ReceiptWithoutLogs };

type Counts = Pick<
  TraceSummary,
  'rowCount' | 'frameCount' | 'logCount' | 'maxDepth' | 'prints' | 'failedRows' | 'failedCount' | 'failingRow'
>;

const counted = new WeakMap<Trace, Counts>();

/** Returns the number of rows of each kind. Linear in the rows the first time: a summary is made whenever more is known of a trace. */
export function countRows(trace: Trace): Counts {
  const known = counted.get(trace) ?? count(trace);
  counted.set(trace, known);
  return known;
}

function count(trace: Trace): Counts {
  const { rows } = trace;
  let frameCount = 0;
  let logCount = 0;
  let maxDepth = 0;
  let failedCount = 0;
  const failedRows: RowIndex[] = [];
  for (let row = 0; row < rows.length; row++) {
    if (isFrameKind(rows.kind[row])) frameCount++;
    if (rows.kind[row] === RowKind.log && (rows.flags[row] & RowFlag.undone) === 0) logCount++;
    if (rows.depth[row] > maxDepth) maxDepth = rows.depth[row];
    if ((rows.flags[row] & RowFlag.failed) === 0) continue;
    failedCount++;
    if (failedRows.length < MAX_FAILED_ROWS) failedRows.push(rowIndex(row));
  }
  const failing = failingRow(trace);
  return {
    rowCount: rows.length,
    frameCount,
    logCount,
    maxDepth,
    prints: trace.addresses.includes(CONSOLE_ADDRESS),
    failedRows,
    failedCount,
    ...(failing < 0 ? {} : { failingRow: failing }),
  };
}

function delegates({ knowledge }: Showing, address: Address): boolean {
  return knowledge.contracts.knowledge(address)?.proxy?.kind === 'EIP-7702';
}

/** Returns the status by the receipt; where it holds none, by the frames. */
export function statusOf({ trace, transaction, receipt }: Opened): Outcome['status'] {
  const stated = receiptStatus(receipt, transaction.gas);
  if (stated !== undefined) return stated;
  if (FAILURES_UNTOLD.has(trace.source)) return 'unknown';
  return (trace.rows.flags[0] & RowFlag.failed) === 0 ? 'success' : 'failed';
}

/** Returns whether the outcome tells of a failure, the words of which are to be loaded. */
export function hasFailure({ stages, trace }: Showing): boolean {
  return stages.length > 0 || failedInside(trace) !== undefined;
}

/** Returns how the transaction ended. */
export function outcomeOf(showing: Showing, status: Outcome['status']): Outcome {
  const root = frameView(showing, rowIndex(0));
  const { stages } = showing;
  // An account that delegates keeps what it is sent: its code only hears of it (EIP-7702).
  const isSent = root.selector === undefined && root.to !== undefined && delegates(showing, root.to);
  const contract = isSent ? root.toName : isCreateKind(root.kind) ? creationOf(root) : contractOf(root);
  const inside = status === 'success' ? failedInside(showing.trace) : undefined;
  const failing = stages.length === 0 ? undefined : failureText.part?.failingOf(showing, stages);
  return {
    status,
    ...(root.functionName === undefined ? {} : { method: root.functionName }),
    ...(contract === undefined ? {} : { contract }),
    ...(ranNoCode(showing.trace, rowIndex(0)) ? { codeless: true } : {}),
    ...(failing === undefined ? {} : { failing }),
    ...(inside === undefined ? {} : { failedInside: inWords(showing, inside) }),
  };
}

/** Returns how many of the parts failed, and why the first of them did, as the end of a sentence. */
function inWords(showing: Showing, { parts, failed, of, origin }: FailedInside): Piece[] {
  const text = of === 1 ? `the ${parts} in it failed` : `${failed} of ${of} ${parts}s in it failed`;
  const reason =
    origin === undefined ? [] : (failureText.part?.whereAndWhy(showing, failureStages(showing.trace, origin)) ?? []);
  const first = failed > 1 && reason.length > 0 ? ', the first' : '';
  return [{ text: text + first, as: 'words' }, ...reason];
}
