/** The rules that a node states, where they make a difference. */
import type { Network } from '../../../core/chain/network';
import { goesByTheNode, type StatedRules } from '../../../core/evm/rules/chain-rules';
import { fetchStatedRules } from '../../../net/node-rules';
import type { Rpc } from '../../../net/rpc/rpc';

const known = new WeakMap<Rpc, Promise<StatedRules>>();

/** Asks the node for its rules until it answers, once for each endpoint list, whatever the lane; undefined where the rules follow from the chain id alone. */
export function statedRules(rpc: Rpc, network: Pick<Network, 'id' | 'name'>): Promise<StatedRules> | undefined {
  if (!goesByTheNode(network, rpc.isLocal)) return undefined;
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
