/** What caller and callee had before a call. */

import { hexToBytes } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { stepIndex } from '../../../core/evm/recording/steps';
import type { Replay } from '../../../core/replay/replay';
import { type RowIndex, RowKind } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Replayed } from '../replay/replayed';
import type { FrameBalances } from '../steps.api';

const NO_FRAME = failure('notFound', 'Only calls and creations have a caller and a callee.');

/**
 * Returns the balances at the start of a frame, by executing up to the call. For the root they are those that the
 * transaction found, before its gas was paid for.
 */
export function frameBalances({ replay, trace }: Replayed, row: RowIndex): Result<FrameBalances, Failure> {
  const { rows, addresses } = trace;
  if (row >= rows.length || rows.kind[row] > RowKind.create2) return fail(NO_FRAME);
  const parties = [rows.from[row], rows.to[row]].filter((address) => address >= 0).map((index) => addresses[index]);
  const [from = 0n, to] = row === 0 ? balancesFound(replay, parties) : balancesAtCall(replay, row, parties);
  return ok({ from, ...(to !== undefined && { to }) });
}

function balancesFound(replay: Replay, parties: readonly Address[]): readonly bigint[] {
  const touched = replay.touched();
  return parties.map((address) => touched.find((account) => account.address === address)?.before.balance ?? 0n);
}

function balancesAtCall(replay: Replay, row: RowIndex, parties: readonly Address[]): readonly bigint[] {
  const first = replay.stepOf(row);
  if (first === undefined) return [];
  // A frame that ran begins with a step of its own; the call is the one before.
  const call = replay.steps.frame(first) === row ? stepIndex(first - 1) : first;
  return replay.balancesAt(call, parties.map(hexToBytes)) ?? [];
}
