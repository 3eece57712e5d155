/** What a transaction probably reads, before it is executed. */
import type { Transaction } from '../../../core/chain/transaction';
import type { Failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import { fetchAccessList, needsOf, type StateNeeds } from '../../../net/state-source';

/**
 * Returns what the transaction probably reads: its own access list, and the
 * one that the node computes with `eth_createAccessList` where it can.
 */
export async function probableNeeds(
  rpc: Rpc,
  transaction: Transaction,
  at: number,
  signal: AbortSignal,
): Promise<Result<StateNeeds, Failure>> {
  const { to, input, accessList = [] } = transaction;
  const given = needsOf(accessList);
  if (to !== undefined && input === '0x') return ok(given);
  const answer = await fetchAccessList(rpc, transaction, at, { signal });
  if (!answer.ok) return answer.error.code === 'cancelled' ? fail(answer.error) : ok(given);
  const { accounts, slots } = answer.value;
  return ok({ accounts: [...given.accounts, ...accounts], slots: [...given.slots, ...slots] });
}
