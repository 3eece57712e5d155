/** Makes a virtual network again at another block of its parent, beside the one that there is. */
import { ChangeLog, type WholeChain } from '../../core/virtual/chain-keeper';
import { forkAgain } from '../../core/virtual/fork-again';
import type { RememberedSource } from '../../core/virtual/remembered-source';
import { parentBlockOf } from '../../core/virtual/rpc/fork-plans';
import { RpcCode, RpcError } from '../../core/virtual/rpc/rpc-error';
import { fixedRules } from '../../core/virtual/rule-schedule';
import { TEST_ACCOUNTS } from '../../core/virtual/signing';
import { VirtualChain } from '../../core/virtual/virtual-chain';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import type { Chains } from '../chain/chains';
import { clock } from './clock';
import { readForkPoint, rulesAgain } from './fork-point';

/** A fork of the same parent at another block, with the blocks of the network made again on it. */
export type NewFork = Required<Pick<KeptVirtualNetwork, 'parent' | 'rules' | 'forkedAgain'>> & {
  family: KeptVirtualNetwork['family'] | undefined;
  chain: VirtualChain;
  log: ChangeLog;
  source: RememberedSource;
};

/** `block` is a number of the parent, or `latest`. Rejects with a sentence where it cannot be made. */
export async function makeFork(
  chains: Chains,
  kept: KeptVirtualNetwork,
  whole: WholeChain,
  source: RememberedSource | undefined,
  block: unknown,
): Promise<NewFork> {
  const { networkId: chainId, parent } = kept;
  const networks = await chains.networks();
  const network = networks.find(({ id }) => id === parent?.networkId);
  if (parent === undefined || source === undefined || network === undefined)
    throw new RpcError(
      RpcCode.server,
      'Only a network whose parent is among the networks of this browser is forked again.',
    );
  const point = await readForkPoint(chains, network, parentBlockOf(block));
  if (!point.ok) throw new RpcError(RpcCode.server, point.error.message);
  const { parent: at, rules, family, source: newSource, block: first } = point.value;
  // A chain of its own to execute old blocks on: the network may change meanwhile.
  const old = new VirtualChain({
    chainId,
    rules: fixedRules(await rulesAgain(kept, whole.blocks[0].sealed.block)),
    first: { forkedAt: whole.blocks[0].sealed.block, source },
    clock,
  });
  await old.resume(whole);
  const log = new ChangeLog();
  const chain = new VirtualChain({
    chainId,
    rules: fixedRules(rules),
    first: { forkedAt: first, source: newSource },
    clock,
    keeper: log,
  });
  await chain.begin();
  const comparison = await forkAgain(old, whole, chain, TEST_ACCOUNTS);
  return {
    chain,
    log,
    source: newSource,
    parent: at,
    rules,
    family,
    forkedAgain: { from: parent.number, at: Date.now(), comparison },
  };
}
