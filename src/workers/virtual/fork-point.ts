/** A block of a network that a fork begins at, with what its state is read by. */
import type { Network } from '../../core/chain/network';
import type { ChainRules } from '../../core/evm/families/family';
import { chainRules } from '../../core/evm/rules/chain-rules';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { RememberedSource } from '../../core/virtual/remembered-source';
import { NEWEST_RULES } from '../../core/virtual/rule-schedule';
import type { SealedBlock } from '../../core/virtual/sealed-block';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import { readParentReads } from '../../db/virtual-networks';
import { fetchBlock } from '../../net/chain-reader';
import { fetchStatedRules } from '../../net/node-rules';
import type { Chains } from '../chain/chains';
import { sourceOf } from './parent';

type ForkPoint = {
  parent: NonNullable<KeptVirtualNetwork['parent']>;
  block: SealedBlock['block'];
  rules: ChainRules;
  source: RememberedSource;
};

/** Reads the block, and nothing of its state yet. What other networks read of that state is known. */
export async function readForkPoint(
  chains: Chains,
  network: Network,
  number: number | 'latest',
  signal?: AbortSignal,
): Promise<Result<ForkPoint, Failure>> {
  const options = signal === undefined ? {} : { signal };
  const rpc = await chains.rpc(network.id);
  const [answer, stated] = await Promise.all([
    fetchBlock(rpc, number, options),
    rpc.isLocal ? fetchStatedRules(rpc, options) : undefined,
  ]);
  if (!answer.ok) return answer;
  const { hash, number: at } = answer.value;
  if (hash === undefined || at === undefined) return fail(failure('notFound', `${network.name} has no such block.`));
  const block = { ...answer.value, hash, number: at };
  const parent = { networkId: network.id, name: network.name, number: at, hash };
  const known = chainRules(network, block, stated);
  // A chain whose rules are not known here goes on under the newest ones: what is executed is the network's own.
  const rules = known.ok ? ownRules(known.value) : NEWEST_RULES;
  const source = new RememberedSource(await readParentReads(parent), sourceOf(chains, parent));
  return ok({ parent, block, rules, source });
}

/** Returns Ethereum's rules at the fork where those of the chain are not wholly known. */
function ownRules(rules: ChainRules): ChainRules {
  return rules.basis === undefined ? rules : { fork: rules.fork, blobs: rules.blobs };
}
