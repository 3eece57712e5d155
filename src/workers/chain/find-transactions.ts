/** The transactions of an address from whoever can list them: the endpoint by Otterscan's methods, the hosted API, the network's explorers. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import type { AddressQuestion } from '../../net/providers/address-lists';
import { askProviders } from '../../net/providers/ask-providers';
import { blockscoutTransactions } from '../../net/providers/blockscout-transactions';
import { etherscanTransactions } from '../../net/providers/etherscan-lists';
import { otterscanTransactions } from '../../net/providers/otterscan';
import type { Cursor } from '../../net/providers/provider';
import type { AddressTransactions } from './chain.api';
import type { Chains } from './chains';
import { explorersOf } from './explorers-of';
import { openHosted } from './open-hosted';

/** Finds a page, newest first; without rows and origin where nobody who may be asked lists any. */
export async function findTransactions(
  chains: Chains,
  networkId: NetworkId,
  address: Address,
  part: AddressQuestion['part'],
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Result<AddressTransactions, Failure>> {
  const [rpc, consent, hosted, { blockscout, etherscan }] = await Promise.all([
    chains.rpc(networkId),
    readPreference('providers'),
    openHosted(chains, networkId),
    explorersOf(chains, networkId),
  ]);
  const providers = [
    otterscanTransactions(rpc),
    ...(hosted === undefined ? [] : [hosted.transactions]),
    ...(blockscout === undefined ? [] : [blockscoutTransactions(blockscout)]),
    ...(etherscan.key === '' ? [] : [etherscanTransactions(etherscan)]),
  ];
  return askProviders(providers, { networkId, address, part }, { consent, signal }, cursor as Cursor | undefined);
}
