/** What is to be known beside a block to say its rules: what the node states, and the family of the chain. */
import type { Network } from '../../../core/chain/network';
import type { NetworkId } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import type { FamilyName } from '../../../core/evm/families/family-names';
import { familyOf, familyOfFork, type Opener, opForkShown } from '../../../core/evm/families/find-family';
import { loadFamily, loadOwnGas } from '../../../core/evm/families/load-family';
import { goesByTheNode, type StatedRules } from '../../../core/evm/rules/chain-rules';
import { hasKnownRules } from '../../../core/evm/rules/known-chains';
import { fetchTransaction } from '../../../net/chain-reader';
import { fetchStatedRules } from '../../../net/node-rules';
import type { Rpc } from '../../../net/rpc/rpc';
import { readWorkedRules } from './worked-rules';

const known = new WeakMap<Rpc, Promise<StatedRules>>();
/** Families that the first transaction of a block told, by chain. */
const told = new Map<NetworkId, FamilyName>();

/**
 * Returns what the node states of its rules, and the family of the chain with its rules loaded; undefined where the rules
 * follow from the chain id alone. A node is asked until it answers, once for each endpoint list, whatever the lane.
 */
export async function statedRules(
  rpc: Rpc,
  network: Pick<Network, 'id' | 'name'>,
  block: Block,
): Promise<StatedRules | undefined> {
  if (!goesByTheNode(network, rpc.isLocal)) return undefined;
  const named = familyOf(network, block) ?? told.get(network.id);
  if (named !== undefined && !rpc.isLocal) return { isDevelopment: false, family: await loadFamily(named) };
  const isKnown = hasKnownRules(network.id);
  const [answered, family, worked] = await Promise.all([
    nodeRules(rpc),
    isKnown ? undefined : (named ?? familyByOpener(rpc, network, block)),
    isKnown ? undefined : readWorkedRules(network.id),
  ]);
  // Hardhat's node does not name its fork; its headers tell that of the OP Stack.
  const hardfork = answered.hardfork ?? (answered.isDevelopment ? opForkShown(block) : undefined);
  const stated = hardfork === undefined ? answered : { ...answered, hardfork };
  const found = familyOfFork(hardfork) ?? family;
  if (found !== undefined) return { ...stated, family: await loadFamily(found) };
  return isKnown || answered.isDevelopment
    ? { ...stated, worked }
    : { ...stated, worked, own: await loadOwnGas(network.id, block) };
}

/** Asks the node for its rules in advance, where they make a difference. */
export function askNodeRules(rpc: Rpc, network: Pick<Network, 'id' | 'name'>): void {
  if (goesByTheNode(network, rpc.isLocal)) void nodeRules(rpc);
}

function nodeRules(rpc: Rpc): Promise<StatedRules> {
  const client = rpc.lane('screen');
  const before = known.get(client);
  if (before !== undefined) return before;
  const asked = fetchStatedRules(client);
  known.set(client, asked);
  void asked.then(({ isPartial }) => {
    if (isPartial) known.delete(client);
  });
  return asked;
}

async function familyByOpener(
  rpc: Rpc,
  network: Pick<Network, 'id' | 'name'>,
  block: Block,
): Promise<FamilyName | undefined> {
  const [first] = block.transactions;
  if (first === undefined) return undefined;
  const opener = await fetchTransaction(rpc, first);
  if (!opener.ok) return undefined;
  const found = familyOf(network, block, opener.value satisfies Opener);
  if (found !== undefined) told.set(network.id, found);
  return found;
}
