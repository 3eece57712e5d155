/** The parent of a fork, read through its JSON-RPC. Nothing but reads ever goes there. */
import { unknown } from 'valibot';
import type { Address, Hash, NetworkId } from '../../src/core/chain/primitives';
import { chainRules } from '../../src/core/evm/rules/chain-rules';
import { ChangeLog } from '../../src/core/virtual/chain-keeper';
import { PARENT_READS, type ParentReader } from '../../src/core/virtual/rpc/virtual-node';
import { fixedRules, NEWEST_RULES } from '../../src/core/virtual/rule-schedule';
import type { SealedBlock } from '../../src/core/virtual/sealed-block';
import type { StateSource } from '../../src/core/virtual/state-source';
import { VirtualChain } from '../../src/core/virtual/virtual-chain';
import { fetchBlock } from '../../src/net/chain-reader';
import { createRpc, type Rpc } from '../../src/net/rpc/rpc';
import { fetchBlockHash, fetchState } from '../../src/net/state-source';
import { askChainId } from '../start/config';

/** Begins a fork at another block of the same parent, with a log of all that changes in it. */
export type BeginFork = (block: number | 'latest') => Promise<{ chain: VirtualChain; log: ChangeLog }>;
export type Fork = { chain: VirtualChain; log: ChangeLog; parent: ParentReader; begin: BeginFork };

/** A chain that goes on from a block of the one at `url`, its latest unless said. Throws a sentence where it cannot. */
export async function forkChain(
  url: string,
  block: number | undefined,
  chainIdOf: (parents: number) => number,
  clock: () => number,
): Promise<Fork> {
  const networkId = (await askChainId(url)) as NetworkId;
  const name = new URL(url).host;
  const rpc = createRpc({
    networkId,
    endpoints: [{ networkId, url, name, origin: 'reader', enabled: true, priority: 0 }],
  });
  const begin: BeginFork = async (at) => {
    const answer = await fetchBlock(rpc, at);
    if (!answer.ok) throw new Error(answer.error.message);
    const { hash, number } = answer.value;
    if (hash === undefined || number === undefined) throw new Error(`${name} has no such block.`);
    const forkedAt: SealedBlock['block'] = { ...answer.value, hash, number };
    // A chain whose rules are not known here goes on under the newest ones: what is executed is the network's own.
    const rules = chainRules({ id: networkId, name }, forkedAt);
    const log = new ChangeLog();
    const chain = new VirtualChain({
      chainId: chainIdOf(networkId),
      rules: fixedRules(rules.ok ? rules.value : NEWEST_RULES),
      first: { forkedAt, source: sourceOf(rpc, number) },
      clock,
      keeper: log,
    });
    await chain.begin();
    return { chain, log };
  };
  return { ...(await begin(block ?? 'latest')), parent: readerOf(rpc), begin };
}

function sourceOf(rpc: Rpc, block: number): StateSource {
  return {
    async account(address) {
      const { accounts } = await stateOf(rpc, block, { accounts: [address], slots: [] });
      const [account] = accounts;
      if (account === undefined) throw new Error(`The parent says nothing of ${address}.`);
      return account;
    },
    async slot(address: Address, key: Hash) {
      const { slots } = await stateOf(rpc, block, { accounts: [], slots: [{ address, key }] });
      const [slot] = slots;
      if (slot === undefined) throw new Error(`The parent says nothing of a slot of ${address}.`);
      return slot.value;
    },
    async blockHash(number) {
      const hash = await fetchBlockHash(rpc, number);
      if (!hash.ok) throw new Error(hash.error.message);
      return hash.value;
    },
  };
}

async function stateOf(rpc: Rpc, block: number, needs: Parameters<typeof fetchState>[2]) {
  const state = await fetchState(rpc, block, needs);
  if (!state.ok) throw new Error(state.error.message);
  return state.value;
}

function readerOf(rpc: Rpc): ParentReader {
  return async (method, params) => {
    if (!PARENT_READS.has(method)) throw new Error(`${method} is not asked of a parent.`);
    const answer = await rpc.request(method, params, unknown());
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}
