/** The parent of a fork, read through the endpoints of its network. Nothing but reads ever goes there. */
import { unknown } from 'valibot';
import type { Address, Hash } from '../../core/chain/primitives';
import { formatInteger } from '../../core/format/counts';
import { PARENT_READS, type ParentReader } from '../../core/virtual/rpc/virtual-node';
import type { StateSource } from '../../core/virtual/state-source';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import { fetchBlock } from '../../net/chain-reader';
import { fetchBlockHash, fetchState } from '../../net/state-source';
import type { Chains } from '../chain/chains';
import { once } from '../once';

type Parent = NonNullable<KeptVirtualNetwork['parent']>;

/**
 * The state after the block that a fork began at. Asked only while the parent
 * still has that block: a number alone may mean another one after a
 * reorganisation. Rejects with a sentence where the parent does not answer.
 */
export function sourceOf(chains: Chains, { networkId, name, number, hash }: Parent): StateSource {
  const rpcOfParent = once(async () => {
    const rpc = await chains.rpc(networkId);
    const block = await fetchBlock(rpc, number);
    if (!block.ok) throw new Error(`${name} was asked for what is not known here yet: ${block.error.message}`);
    if (block.value.hash !== hash)
      throw new Error(
        `${name} has another block ${formatInteger(number)} now than the one that this network began at. What was read of it before still counts; nothing more can be read.`,
      );
    return rpc;
  });
  const stateOf = async (needs: Parameters<typeof fetchState>[2]) => {
    const state = await fetchState(await rpcOfParent(), number, needs);
    if (!state.ok) throw new Error(state.error.message);
    return state.value;
  };
  return {
    async account(address: Address) {
      const [account] = (await stateOf({ accounts: [address], slots: [] })).accounts;
      if (account === undefined) throw new Error(`${name} says nothing of ${address}.`);
      return account;
    },
    async slot(address: Address, key: Hash) {
      const [slot] = (await stateOf({ accounts: [], slots: [{ address, key }] })).slots;
      if (slot === undefined) throw new Error(`${name} says nothing of a slot of ${address}.`);
      return slot.value;
    },
    async blockHash(block: number) {
      const answer = await fetchBlockHash(await rpcOfParent(), block);
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    },
  };
}

/** Answers what is older than the fork. */
export function readerOf(chains: Chains, { networkId }: Parent): ParentReader {
  return async (method, params) => {
    if (!PARENT_READS.has(method)) throw new Error(`${method} is not asked of a parent.`);
    const answer = await (await chains.rpc(networkId)).request(method, params, unknown());
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}
