/** The engine's own session of a trace, behind the part of the contract the panel uses. */

import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { withLogs } from '../../../src/core/chain/transaction';
import type { Trace } from '../../../src/core/trace/rows';
import { failure } from '../../../src/core/values/failure';
import { fail, ok } from '../../../src/core/values/result';
import type { TraceService } from '../../../src/workers/client';
import { Artifacts } from '../../../src/workers/contracts/build-output/imported-artifacts';
import { KnownContracts } from '../../../src/workers/contracts/knowledge/known-contracts';
import { KnownSignatures } from '../../../src/workers/contracts/knowledge/known-signatures';
import type { TraceHandle } from '../../../src/workers/ids';
import { decoder } from '../../../src/workers/trace/decoding/decoder';
import { failureText } from '../../../src/workers/trace/rows/outcome';
import { TraceSession } from '../../../src/workers/trace/trace-session';
import { addressOf } from '../../helpers/call-tree';
import { minedReceipt, minedTransaction } from '../transaction/records';

const networkId = 31337 as NetworkId;
const handle = 1 as TraceHandle;
const NOT_EXECUTED = failure('unsupported', 'This transaction was not executed again.');

// What an engine loads with a trace that wants it.
await Promise.all([decoder.load(), failureText.load()]);

/** A session of `trace` in which the contracts `named` have their names. `failed` is what the receipt says. */
export function sessionOf(trace: Trace, named: readonly string[] = [], failed = false): TraceSession {
  const contracts = new KnownContracts(networkId);
  for (const name of named) {
    contracts.put('kept', {
      networkId,
      address: addressOf(name) as Address,
      name: { text: name, origin: 'buildOutput' },
      abi: [],
      fetchedAt: 0,
    });
  }
  const receipt = minedReceipt({ status: failed ? 'failed' : 'success' });
  return new TraceSession(
    handle,
    { networkId, hash: receipt.transactionHash },
    {
      transaction: minedTransaction(),
      receipt,
      wholeReceipt: async () => ok(withLogs(receipt, [])),
      trace,
      cached: false,
      skipped: [],
    },
    { contracts, signatures: new KnownSignatures(), artifacts: new Artifacts() },
  );
}

/** What the panel calls, answered by `session` a turn later, as a worker would. */
export function apiOf(session: TraceSession): TraceService {
  const later = async <T>(answer: () => T | Promise<T>): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve));
    return structuredClone(await answer());
  };
  const api: Partial<TraceService> = {
    rows: (_, start, count) => later(() => session.rows(start, count)),
    detail: (_, row) => later(() => session.detail(row)),
    view: () => later(() => session.view()),
    setExpanded: (_, row, expanded) => later(() => session.setExpanded(row, expanded)),
    expandAll: () => later(() => session.expandAll()),
    collapseAll: () => later(() => session.collapseAll()),
    setToggles: (_, toggles) => later(() => session.setToggles(toggles)),
    rowValues: async (_, rows) => structuredClone(await session.rowValues(rows)),
    cancel: async () => {},
    sourceTrace: () => later(() => fail(NOT_EXECUTED)),
    frameBalances: () => later(() => fail(NOT_EXECUTED)),
    reveal: (_, row) => later(() => session.reveal(row)),
    rowOf: (_, depthId) => later(() => session.rowOf(depthId)),
    search: (_, query) => later(() => session.search(query)),
    setNotes: (_, notes) => later(() => session.setNotes(notes)),
    match: (_, position) => later(() => session.match(position)),
    overview: (_, buckets) => later(() => session.overview(buckets)),
  };
  return api as TraceService;
}
