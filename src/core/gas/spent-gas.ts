/**
 * What the trace of a node and the receipt tell of the gas before refunds.
 *
 * For the outermost call, most nodes state what the receipt charges, and nobody says what was refunded: then what it
 * used itself is not known. Some state what it used, refunds apart and without the initial gas; and a transaction that
 * failed is refunded nothing, since the counter is undone with the rest (EIP-3529), but for authorisations, which stay
 * (EIP-7702).
 */
import type { Receipt, SpentGas } from '../chain/transaction';
import { Fork } from '../evm/rules/forks';
import { RowFlag, RowKind, type Trace } from '../trace/rows';
import { floorGas, initialGas, type Sent } from './initial-gas';

type Mined = {
  transaction: Sent;
  receipt: Pick<Receipt, 'gasUsed'>;
};

/** Returns the gas before refunds of a transaction made under the rules of `fork`; `trace` is as the node states it. */
export function spentGas(trace: Trace, { transaction, receipt }: Mined, fork: Fork): SpentGas {
  const { rows, spent } = trace;
  const { gasUsed } = receipt;
  const initial = spent?.initial ?? initialGas(transaction, fork).gas;
  const floor = floorGas(transaction, fork);
  const stated = rows.gasUsed[0];
  if (spent?.executed !== undefined) return spent;
  // A sum over the block, as Anvil states it, is more than the receipt's.
  const isOwn = trace.source === 'trace_transaction' ? stated !== gasUsed : stated < gasUsed;
  if (isOwn && stated >= gasOfCallees(trace) && isCharged(initial + stated, gasUsed, floor, fork))
    return { initial, executed: stated };
  const hasFailed = (rows.flags[0] & RowFlag.failed) !== 0;
  const hasAuthorizations = (transaction.authorizationList ?? []).length > 0;
  if (hasFailed && !hasAuthorizations && gasUsed !== floor && gasUsed >= initial)
    return { initial, executed: gasUsed - initial };
  return { initial };
}

/** Whether a receipt can charge `gasUsed` where `spent` was spent: refunds have a cap (EIP-3529). */
function isCharged(spent: number, gasUsed: number, floor: number, fork: Fork): boolean {
  if (gasUsed === floor) return true;
  const refunded = spent - gasUsed;
  return refunded >= 0 && refunded <= Math.floor(spent / (fork >= Fork.london ? 5 : 2));
}

function gasOfCallees({ rows }: Trace): number {
  let sum = 0;
  for (let row = 1; row < rows.length; row = rows.subtreeEnd[row])
    if (rows.kind[row] < RowKind.selfdestruct && rows.gasUsed[row] >= 0) sum += rows.gasUsed[row];
  return sum;
}
