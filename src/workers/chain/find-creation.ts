/** Who created a contract, and in which transaction: as this browser has seen it, else as an endpoint with Otterscan's methods or the hosted API knows it. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readCreation } from '../../db/chain/transaction-summaries';
import { readPreference } from '../../db/reader/preferences';
import { fetchContractCreator } from '../../net/providers/otterscan';
import type { ContractCreation } from './chain.api';
import type { Chains } from './chains';
import { openHosted } from './open-hosted';

/** Finds the creation of a contract; undefined where nobody who may be asked knows it, because contracts created by a contract are in no receipt. */
export async function findCreation(
  chains: Chains,
  networkId: NetworkId,
  address: Address,
  signal: AbortSignal,
): Promise<Result<ContractCreation | undefined, Failure>> {
  const seen = await readCreation(networkId, address);
  if (seen !== undefined) return ok({ hash: seen.hash, creator: seen.from, origin: 'seen' });
  const stated = await fetchContractCreator(await chains.rpc(networkId), address, signal);
  if (stated.ok && stated.value !== undefined) return ok({ ...stated.value, origin: 'otterscan' });
  const hosted = await openHosted(chains, networkId);
  const unknown = stated.ok ? ok(undefined) : stated;
  if (hosted === undefined || !hosted.isAllowed(await readPreference('providers'))) return unknown;
  const told = await hosted.api.creation({ networkId, address }, signal);
  if (!told.ok || told.value === undefined) return unknown;
  return ok({ hash: told.value, origin: 'hosted' });
}
