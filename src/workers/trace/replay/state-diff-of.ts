/** What a replayed transaction changed. */
import { bytesToAddress } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { Fork } from '../../../core/evm/rules/forks';
import { toStateDiff } from '../../../core/replay/state-diff';
import { createdIn } from '../../../core/trace/row-fields';
import { RowFlag, RowKind } from '../../../core/trace/rows';
import type { StateDiff } from '../steps.api';
import type { Replayed } from './replayed';

const diffs = new WeakMap<Replayed, StateDiff>();

/** Returns the changes in the shape of prestateTracer, computed once. Linear in the accounts and slots touched and in the rows. */
export function stateDiffOf(replayed: Replayed): StateDiff {
  let diff = diffs.get(replayed);
  if (diff === undefined) {
    const { coinbase } = replayed.replay.execution.block;
    const { pre, post } = toStateDiff(replayed.replay.touched(), destructedIn(replayed));
    diff = { pre, post, coinbase: bytesToAddress(coinbase) };
    diffs.set(replayed, diff);
  }
  return diff;
}

/** Accounts that a SELFDESTRUCT ended. */
function destructedIn(replayed: Replayed): Set<Address> {
  const { rows, addresses } = replayed.trace;
  const created = createdIn(replayed.trace);
  const gone = new Set<Address>();
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind[row] !== RowKind.selfdestruct || (rows.flags[row] & RowFlag.undone) !== 0) continue;
    const address = addresses[rows.from[row]];
    // EIP-6780
    if (replayed.replay.execution.block.fork < Fork.cancun || created.has(address)) gone.add(address);
  }
  return gone;
}
