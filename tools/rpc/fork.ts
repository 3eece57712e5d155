/** The parent of a fork, read through its JSON-RPC. Nothing but reads ever goes there. */
import { StartFailure } from '../../devnet/start-failure';
import type { NetworkId } from '../../src/core/chain/primitives';
import { howFar, SIMULATED_TEXT } from '../../src/core/evm/families/how-far';
import { ChangeLog } from '../../src/core/virtual/chain-keeper';
import type { ParentReader } from '../../src/core/virtual/rpc/virtual-node';
import { fixedRules } from '../../src/core/virtual/rule-schedule';
import type { SealedBlock } from '../../src/core/virtual/sealed-block';
import { VirtualChain } from '../../src/core/virtual/virtual-chain';
import { fetchBlock } from '../../src/net/chain-reader';
import { createRpc } from '../../src/net/rpc/rpc';
import { statedRules } from '../../src/workers/trace/replay/stated-rules';
import { rulesOfFork } from '../../src/workers/virtual/fork-point';
import { readerOf, sourceOf } from '../../src/workers/virtual/parent';
import { askChainId } from '../serving/own-node';

/** `note` says what the rules that it runs under leave out, where there is something. */
type Begun = { chain: VirtualChain; log: ChangeLog; note: string | undefined };
/** Begins a fork at another block of the same parent, with a log of all that changes in it. */
export type BeginFork = (block: number | 'latest') => Promise<Begun>;
export type Fork = Begun & { parent: ParentReader; begin: BeginFork };
/** Forks the chain at `url` from a block, its latest unless said. Throws a sentence where it cannot. */
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
  const endpoints = { rpc: async () => rpc };
  const begin: BeginFork = async (at) => {
    const answer = await fetchBlock(rpc, at);
    if (!answer.ok) throw new StartFailure(answer.error.message);
    const { hash, number } = answer.value;
    if (hash === undefined || number === undefined) throw new StartFailure(`${name} has no such block.`);
    const forkedAt: SealedBlock['block'] = { ...answer.value, hash, number };
    const network = { id: networkId, name };
    const under = rulesOfFork(network, forkedAt, await statedRules(rpc, network, forkedAt));
    if (!under.ok) throw new StartFailure(under.error);
    const { rules, isTried } = under.value;
    const log = new ChangeLog();
    const chain = new VirtualChain({
      chainId: chainIdOf(networkId),
      rules: fixedRules(rules),
      first: { forkedAt, source: sourceOf(endpoints, { networkId, name, number, hash }) },
      clock,
      keeper: log,
    });
    await chain.begin();
    const basis = howFar(network);
    const note = isTried ? SIMULATED_TEXT.tried : basis === 'tried' ? undefined : SIMULATED_TEXT[basis];
    return { chain, log, note };
  };
  return { ...(await begin(block ?? 'latest')), parent: readerOf(endpoints, { networkId }), begin };
}
