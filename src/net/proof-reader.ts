/** Proofs of accounts and slots, as nodes give them (eth_getProof, EIP-1186). */
import { array, check, maxLength, object, pipe, transform } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import type { AccountProof } from '../core/proof/account-proof';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { bytes } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** Nodes from the root down: a path has 64 nibbles, and one more node for its end. */
const proof = pipe(array(bytes), maxLength(65, 'a proof of at most 65 nodes was expected'));

/**
 * Fetches eth_getProof of one account and of `slots` in its storage, after
 * `block`. Only the nodes are taken: values stand in them, and what the node
 * states beside them proves nothing.
 */
export function fetchProof(
  rpc: Rpc,
  account: Address,
  slots: readonly Hash[],
  block: number,
  options: ReadOptions = {},
): Promise<Result<AccountProof, Failure>> {
  const schema = pipe(
    object({ accountProof: proof, storageProof: array(object({ proof })) }),
    check(({ storageProof }) => storageProof.length === slots.length, 'a proof for each slot was expected'),
    transform(
      ({ accountProof, storageProof }): AccountProof => ({
        address: account,
        accountProof,
        storageProof: storageProof.map((each, index) => ({ key: slots[index] as Hash, proof: each.proof })),
      }),
    ),
  );
  return rpc.request('eth_getProof', [account, slots, blockParam(block)], schema, options);
}
