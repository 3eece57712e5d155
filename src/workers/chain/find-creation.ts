/** Who created a contract, and in which transaction: as this browser has seen it, else as an endpoint with Otterscan's methods knows it. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/failure';
import { ok, type Result } from '../../core/result';
import { readCreation } from '../../db/transaction-summaries';
import { fetchContractCreator } from '../../net/providers/otterscan';
import type { ContractCreation } from './chain.api';
import type { Chains } from './chains';

/** Undefined where neither knows it: what a contract created is in no receipt. */
export async function findCreation(
  chains: Chains,
  networkId: NetworkId,
  address: Address,
  signal: AbortSignal,
): Promise<Result<ContractCreation | undefined, Failure>> {
  const seen = await readCreation(networkId, address);
  if (seen !== undefined) return ok({ hash: seen.hash, creator: seen.from, origin: 'seen' });
  const stated = await fetchContractCreator(await chains.rpc(networkId), address, signal);
  if (!stated.ok) return stated;
  return ok(stated.value && { ...stated.value, origin: 'otterscan' });
}
