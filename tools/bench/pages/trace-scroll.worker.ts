/** A trace of a million rows in the engine's session, as the trace worker would hold it. */

import { expose } from 'comlink';
import type { Address, Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { type Receipt, type Transaction, withoutLogs } from '../../../src/core/chain/transaction';
import { DEFAULT_LIMITS } from '../../../src/core/trace/parser';
import { RowKind, type Trace } from '../../../src/core/trace/rows';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import { TraceBuilder } from '../../../src/core/trace/trace-builder';
import { ok } from '../../../src/core/values/result';
import { Artifacts } from '../../../src/workers/contracts/build-output/imported-artifacts';
import { KnownContracts } from '../../../src/workers/contracts/knowledge/known-contracts';
import { KnownSignatures } from '../../../src/workers/contracts/knowledge/known-signatures';
import type { TraceHandle } from '../../../src/workers/ids';
import { TraceSession } from '../../../src/workers/trace/trace-session';

const ROWS = 1_000_000;
const HASH = `0x${'11'.repeat(32)}` as Hash;
const NETWORK = 31337 as NetworkId;

/** Rounds of one call with four below it, one of which reverts and is caught, and an event. */
function millionRows(): Trace {
  const builder = new TraceBuilder('callTracer', DEFAULT_LIMITS);
  const address = (at: number) => builder.addressText(`0x${(0x1000 + at).toString(16).padStart(40, '0')}` as Address);
  const caller = address(0);
  const add = (kind: RowKind, parent: number, to: number, selector: string, failed = false) => {
    const row = builder.addRow(kind, parent);
    builder.from[row] = caller;
    if (kind === RowKind.log) builder.outputStart[row] = 1;
    else {
      builder.to[row] = to;
      builder.gas[row] = 1_000_000;
      builder.gasUsed[row] = 21_000 + (row % 5_000);
    }
    // Calldata is the selector and one word; the topic of an event is one word.
    const word = row.toString(16).padStart(kind === RowKind.log ? 56 : 64, '0');
    builder.appendInput(row, `0x${selector}${word}` as Hex);
    if (failed) builder.error[row] = builder.textOf('execution reverted');
    return row;
  };
  const root = add(RowKind.call, -1, address(1), '44444444');
  while (builder.length + 6 <= ROWS) {
    const at = builder.length;
    const round = add(RowKind.call, root, address(1), '55555555');
    add(RowKind.staticcall, round, address(2 + (at % 50)), '11111111');
    add(RowKind.call, round, address(3 + (at % 50)), 'a9059cbb');
    add(RowKind.delegatecall, round, address(4 + (at % 50)), '33333333');
    add(RowKind.log, round, -1, 'ddf252ad');
    add(RowKind.call, round, address(5), '66666666', true);
  }
  while (builder.length < ROWS) add(RowKind.call, root, address(1), '77777777');
  return builder.finish();
}

const transaction = { networkId: NETWORK, hash: HASH, type: 2, input: '0x', gas: 1 } as unknown as Transaction;
const receipt = { networkId: NETWORK, transactionHash: HASH, status: 'success', logs: [] } as unknown as Receipt;

const session = new TraceSession(
  1 as TraceHandle,
  { networkId: NETWORK, hash: HASH },
  {
    transaction,
    receipt: withoutLogs(receipt),
    wholeReceipt: async () => ok(receipt),
    trace: millionRows(),
    cached: false,
    skipped: [],
  },
  { contracts: new KnownContracts(NETWORK), signatures: new KnownSignatures(), artifacts: new Artifacts() },
);

await session.loadWords();

/** The part of the engine's contract that the panel uses, for the one trace there is. */
const engine = {
  opened: () => session.firstScreen({ ...ALL_SHOWN, gas: true }),
  rows: (_: TraceHandle, ...of: Parameters<TraceSession['rows']>) => session.rows(...of),
  detail: (_: TraceHandle, ...of: Parameters<TraceSession['detail']>) => session.detail(...of),
  view: () => session.view(),
  setExpanded: (_: TraceHandle, ...of: Parameters<TraceSession['setExpanded']>) => session.setExpanded(...of),
  expandAll: () => session.expandAll(),
  collapseAll: () => session.collapseAll(),
  setToggles: (_: TraceHandle, ...of: Parameters<TraceSession['setToggles']>) => session.setToggles(...of),
  rowValues: (_: TraceHandle, ...of: Parameters<TraceSession['rowValues']>) => session.rowValues(...of),
  reveal: (_: TraceHandle, ...of: Parameters<TraceSession['reveal']>) => session.reveal(...of),
  rowOf: (_: TraceHandle, depthId: string) => session.rowOf(depthId),
  search: (_: TraceHandle, ...of: Parameters<TraceSession['search']>) => session.search(...of),
  match: (_: TraceHandle, position: number) => session.match(position),
  overview: (_: TraceHandle, buckets: number) => session.overview(buckets),
};

export type ScrollEngine = typeof engine;
expose(engine);
