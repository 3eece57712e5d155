/** Asks for the access list of a block (EIP-7928), of which state-by-access-list.ts makes the state before a transaction. */

import type { Transaction } from '../../../core/chain/transaction';
import { Fork } from '../../../core/evm/rules/forks';
import type { BlockAccessList } from '../../../core/proof/block-access-list';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import { fetchAccessList, type StateNeeds } from '../../../net/state-source';
import type { KnownEndpoint } from '../../chain/chains';

/** Answers that are asked for together, once the transaction is known. */
export type BlockAccess = {
  list: Promise<Result<BlockAccessList, Failure>>;
  /** State that the transaction would touch on the state of the block before. */
  probable: Promise<Result<StateNeeds, Failure>>;
};

/** Before it, a contract that destroyed itself took its storage with it, of which a list says nothing (EIP-6780). */
export const FIRST_FORK = Fork.cancun;

/** Asks for the access list where it saves executing others and the endpoint was seen to answer it; undefined elsewhere. */
export function askBlockAccess(
  rpc: Rpc,
  [first]: readonly KnownEndpoint[],
  transaction: Transaction,
  signal: AbortSignal,
): BlockAccess | undefined {
  const { blockHash, blockNumber, index = 0 } = transaction;
  const isAnswered = first?.capabilities?.methods.eth_getBlockAccessList.answers === 'yes';
  if (!isAnswered || blockHash === undefined || blockNumber === undefined || index === 0) return undefined;
  // Few endpoints have the method, so its code comes when one does.
  const loaded = import('../../../net/block-access-list');
  return {
    list: loaded.then(({ fetchBlockAccessList }) => fetchBlockAccessList(rpc, blockHash, { signal })),
    // Asked for in the same batch as the list: nothing can be executed before both are there.
    probable: loaded.then(() => fetchAccessList(rpc, transaction, blockNumber - 1, { signal, alone: false })),
  };
}
