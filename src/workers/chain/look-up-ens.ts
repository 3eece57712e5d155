/** Names of the Ethereum Name Service, both ways, over the endpoint of the network. */
import { parseAddress } from '../../core/chain/address';
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { fetchEnsAddress, fetchEnsName } from '../../net/ens';
import type { Chains } from './chains';

/** Looks up the address of a name, or the name of an address; undefined where the registry has none. */
export async function lookUpEns(
  chains: Chains,
  networkId: NetworkId,
  nameOrAddress: string,
  signal: AbortSignal,
): Promise<Result<string | undefined, Failure>> {
  const rpc = await chains.rpc(networkId);
  const address = parseAddress(nameOrAddress);
  return address.ok ? fetchEnsName(rpc, address.value, signal) : fetchEnsAddress(rpc, nameOrAddress, signal);
}
