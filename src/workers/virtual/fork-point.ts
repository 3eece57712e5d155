/** A block of a network that a fork begins at, with what its state is read by. */
import type { Network } from '../../core/chain/network';
import { isZkNetwork } from '../../core/chain/special-networks';
import type { ChainRules } from '../../core/evm/families/family';
import { loadFamily } from '../../core/evm/families/load-family';
import { chainRules, type StatedRules } from '../../core/evm/rules/chain-rules';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { RememberedSource } from '../../core/virtual/remembered-source';
import { NEWEST_RULES } from '../../core/virtual/rule-schedule';
import type { SealedBlock } from '../../core/virtual/sealed-block';
import type { KeptVirtualNetwork } from '../../db/rows/virtual-network-row';
import { readParentReads } from '../../db/virtual/virtual-networks';
import { fetchBlock } from '../../net/chain-reader';
import type { Chains } from '../chain/chains';
import { statedRules } from '../trace/replay/stated-rules';
import { sourceOf } from './parent';

type ForkPoint = ForkedRules & {
  parent: NonNullable<KeptVirtualNetwork['parent']>;
  block: SealedBlock['block'];
  source: RememberedSource;
};

/** `isTried` where they are Ethereum’s in place of rules that are not wholly known. */
type ForkedRules = Pick<KeptVirtualNetwork, 'rules' | 'family'> & { isTried?: boolean };

/** Reads the block, and nothing of its state yet. What other networks read of that state is known. */
export async function readForkPoint(
  chains: Chains,
  network: Network,
  number: number | 'latest',
  signal?: AbortSignal,
): Promise<Result<ForkPoint, Failure>> {
  const options = signal === undefined ? {} : { signal };
  const rpc = await chains.rpc(network.id);
  const answer = await fetchBlock(rpc, number, options);
  if (!answer.ok) return answer;
  const { hash, number: at } = answer.value;
  if (hash === undefined || at === undefined) return fail(failure('notFound', `${network.name} has no such block.`));
  const block = { ...answer.value, hash, number: at };
  const parent = { networkId: network.id, name: network.name, number: at, hash };
  const rules = rulesOfFork(network, block, await statedRules(rpc, network, block));
  if (!rules.ok) return fail(failure('unsupported', rules.error));
  const source = new RememberedSource(await readParentReads(parent), sourceOf(chains, parent));
  return ok({ parent, block, ...rules.value, source });
}

/**
 * Returns the rules that a network goes on under. Where those of the chain are not wholly known, they are Ethereum's at
 * the fork, or the newest ones: what is executed is the network's own. Fails with a sentence for a machine that is no EVM,
 * whose contracts would run as something else.
 */
export function rulesOfFork(
  network: Pick<Network, 'id' | 'name'>,
  block: SealedBlock['block'],
  stated: StatedRules | undefined,
): Result<ForkedRules, string> {
  const known = chainRules(network, block, stated);
  if (!known.ok)
    return isZkNetwork(network.id) ? fail(`It cannot be forked: ${known.error}`) : ok({ rules: NEWEST_RULES });
  const { fork, blobs, family, basis } = known.value;
  if (basis === 'tried') return ok({ rules: { fork, blobs }, isTried: true });
  if (family === undefined) return ok({ rules: known.value });
  const hardfork = stated?.isDevelopment ? stated.hardfork : undefined;
  return ok({ rules: known.value, family: { name: family.id, ...(hardfork !== undefined && { hardfork }) } });
}

/** Returns the rules that a network was kept with: those of a family are not kept, but made again. `block` is the first of the network. */
export async function rulesAgain(
  { rules, family, parent }: Pick<KeptVirtualNetwork, 'rules' | 'family' | 'parent'>,
  block: SealedBlock['block'],
): Promise<ChainRules> {
  if (family === undefined || parent === undefined) return rules;
  const loaded = await loadFamily(family.name);
  const named = family.hardfork === undefined ? undefined : loaded.rulesNamed?.(family.hardfork);
  if (named !== undefined) return named;
  const again = loaded.rulesAt({ id: parent.networkId, name: parent.name }, block);
  return again.ok ? again.value : rules;
}
