/** The parent of a fork, read through the endpoints of its network. Nothing but reads ever goes there. */
import { unknown } from 'valibot';
import type { Address, Hash } from '../../core/chain/primitives';
import { formatInteger } from '../../core/format/counts';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { PARENT_READS, type ParentReader } from '../../core/virtual/rpc/virtual-node';
import type { StateSource } from '../../core/virtual/state-source';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import { fetchBlock } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchBlockHash, fetchState } from '../../net/state-source';
import type { Chains } from '../chain/chains';

type Parent = NonNullable<KeptVirtualNetwork['parent']>;
type Endpoints = Pick<Chains, 'rpc'>;

/**
 * Returns the state after the block that a fork began at. The hash of the block
 * is asked for beside each read, in the same batch: a number alone may mean
 * another block after a reorganisation. Rejects with a sentence where the
 * parent does not answer, or has another block by now.
 */
export function sourceOf(chains: Endpoints, { networkId, name, number, hash }: Parent): StateSource {
  const read = async <T>(ask: (rpc: Rpc) => Promise<Result<T, Failure>>): Promise<T> => {
    const rpc = await chains.rpc(networkId);
    const [answer, block] = await Promise.all([ask(rpc), fetchBlock(rpc, number)]);
    if (!block.ok) throw new Error(`${name} did not return the missing state: ${block.error.message}`);
    if (block.value.hash !== hash)
      throw new Error(
        `${name} has another block ${formatInteger(number)} now than the one that this network began at. State that was read before is still used; no more can be read.`,
      );
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
  return {
    async account(address: Address) {
      const { accounts } = await read((rpc) => fetchState(rpc, number, { accounts: [address], slots: [] }));
      const [account] = accounts;
      if (account === undefined) throw new Error(`${name} did not return ${address}.`);
      return account;
    },
    async slot(address: Address, key: Hash) {
      const { slots } = await read((rpc) => fetchState(rpc, number, { accounts: [], slots: [{ address, key }] }));
      const [slot] = slots;
      if (slot === undefined) throw new Error(`${name} did not return a slot of ${address}.`);
      return slot.value;
    },
    blockHash: (block: number) => read((rpc) => fetchBlockHash(rpc, block)),
  };
}

/** Returns a reader of blocks older than the fork. */
export function readerOf(chains: Endpoints, { networkId }: Pick<Parent, 'networkId'>): ParentReader {
  return async (method, params) => {
    if (!PARENT_READS.has(method)) throw new Error(`${method} is not asked of a parent.`);
    const answer = await (await chains.rpc(networkId)).request(method, params, unknown());
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}
