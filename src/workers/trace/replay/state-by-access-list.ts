/**
 * The state right before a transaction from the access list of its block (EIP-7928): values that transactions before it
 * wrote come from the list, all others from plain calls at the parent block. None of the transactions before it is
 * executed. It is loaded where there is such a list: few chains have one.
 */
import { bytesToAddress } from '../../../core/chain/hex';
import type { Transaction } from '../../../core/chain/transaction';
import { type IncludedBlock, toEnvironment, toInput } from '../../../core/evm/transaction/chain-input';
import { firstNeeds } from '../../../core/evm/transaction/needs';
import { type BlockAccessList, changesBefore, hashBlockAccessList } from '../../../core/proof/block-access-list';
import type { Failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import { needsOf, type StateNeeds } from '../../../net/state-source';
import type { BlockAccess } from './block-access';
import type { ReplayProgress } from './replay-progress';
import { lazyState, type ReplayState } from './replay-state';

export type StateByAccessList = {
  source: ReplayState;
  list: BlockAccessList;
  /** The header commits to the list, so that what it says is as certain as the header. */
  isCommitted: boolean;
};

const UNCOMMITTED =
  'Values that earlier transactions of the block wrote were taken from its access list, which its header does not commit to.';

type Asking = {
  rpc: Rpc;
  transaction: Transaction;
  signal: AbortSignal;
  onProgress?: (progress: ReplayProgress) => void;
};

/** Returns the state before transaction `index`; a contradiction, in a sentence, where the list is not the one of the header. */
export async function stateByAccessList(
  { rpc, transaction, signal, onProgress }: Asking,
  block: IncludedBlock,
  rules: Parameters<typeof toEnvironment>[1],
  index: number,
  { list, probable }: BlockAccess,
): Promise<Result<StateByAccessList | { contradiction: string }, Failure>> {
  onProgress?.({ phase: 'state', done: 0 });
  const [known, hinted] = await Promise.all([list, probable]);
  if (!known.ok) return known;
  const isCommitted = block.blockAccessListHash !== undefined;
  if (isCommitted && hashBlockAccessList(known.value) !== block.blockAccessListHash)
    return ok({ contradiction: 'The access list of the block does not have the hash that the header commits to.' });
  const changed = changesBefore(known.value, index);
  const onFetched = (done: number) => onProgress?.({ phase: 'state', done });
  const source = lazyState(rpc, block.number - 1, signal, onFetched, changed);
  const certain = firstNeeds(toInput(transaction, true), toEnvironment(block, rules, source.hashes));
  const given = needsOf(transaction.accessList ?? []);
  const more: StateNeeds = hinted.ok ? hinted.value : { accounts: [], slots: [] };
  const failed = await source.prefetch({
    accounts: [...certain.map(bytesToAddress), ...given.accounts, ...more.accounts],
    slots: [...given.slots, ...more.slots],
  });
  if (failed) return fail(failed);
  return ok({
    source: isCommitted ? source : { ...source, fetched: () => UNCOMMITTED },
    list: known.value,
    isCommitted,
  });
}
