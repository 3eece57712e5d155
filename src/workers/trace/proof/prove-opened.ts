/** Proves the replay of an open trace, with the endpoints that its network has. */
import type { NetworkId } from '../../../core/chain/primitives';
import type { Receipt, Transaction } from '../../../core/chain/transaction';
import { type Checked, proofLevel } from '../../../core/proof/proof-level';
import { createRpc } from '../../../net/rpc/rpc';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Replayed } from '../replay/replayed';
import { type AnswersQuestion, proveAnswers } from './prove-answers';
import { proveReplay } from './prove-replay';

/** Endpoints that are asked for the block beside the one that gave the trace; more would add load but no certainty. */
const MAX_OTHERS = 3;

/**
 * An endpoint that lets the background make fewer calls per second is not asked for proofs: one transaction would take
 * minutes.
 */
const MIN_RATE = 4;

const TOO_SLOW = 'The endpoint allows too few calls to ask for proofs.';

/**
 * Returns the checks with their proofs; undefined where there is nothing to prove. What is known of the contracts is
 * put right where proofs contradict what the endpoint told of them.
 */
export async function proveOpened(
  chains: Chains,
  networkId: NetworkId,
  mined: { transaction: Transaction; receipt: Receipt },
  replayed: Replayed,
  told: Pick<AnswersQuestion, 'contracts' | 'addresses' | 'proxies'>,
  signal: AbortSignal,
): Promise<Checked | undefined> {
  const checked = replayed.verification?.checked;
  if (checked === undefined) return undefined;
  const [rpc, endpoints, network] = await Promise.all([
    chains.rpc(networkId),
    chains.endpoints(networkId),
    networkOf(chains, networkId),
  ]);
  const [{ backgroundRate = MIN_RATE } = {}] = rpc.status();
  if (backgroundRate < MIN_RATE) return { ...checked, state: { isProven: false, reason: TOO_SLOW } };
  const { states, meter } = chains;
  const others = endpoints.slice(1, 1 + MAX_OTHERS).map((endpoint) => ({
    name: endpoint.name,
    rpc: createRpc({ networkId, endpoints: [endpoint], states, meter }).lane('background'),
  }));
  const { block, witness } = replayed;
  const background = rpc.lane('background');
  const read = await replayed.takeRead(signal);
  const proven = await proveReplay({
    network,
    rpc: background,
    others,
    ...mined,
    block,
    checked,
    read,
    hashes: witness.hashes,
    signal,
  });
  const { number, hash } = block;
  if (proofLevel(proven) !== 'proven' || typeof read === 'string' || number === undefined || hash === undefined)
    return proven;
  const environment = replayed.replay.execution.block;
  const words = { ...told, rpc: background, block: { ...block, number, hash }, environment, witness, read, signal };
  const { calls, ...found } = await proveAnswers(words);
  return { ...proven, ...found, calls: (proven.calls ?? 0) + calls };
}
