/** Token transfers and internal transactions of an address, from the explorers of its network that the reader allows. */
import type { InternalTransaction } from '../../core/chain/internal-transaction';
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { StatedTransfer } from '../../core/tokens/stated-transfer';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import type { TransferQuestion } from '../../net/providers/address-lists';
import { askProviders } from '../../net/providers/ask-providers';
import { blockscoutInternals, blockscoutTransfers } from '../../net/providers/blockscout-movements';
import { etherscanInternals, etherscanTransfers } from '../../net/providers/etherscan-lists';
import type { Cursor, Provider } from '../../net/providers/provider';
import type { AskedPage } from './chain.api';
import type { Chains } from './chains';
import { explorersOf } from './explorers-of';

/** Finds a page, newest first; without rows and origin where nobody who may be asked lists any. */
export async function findInternals(
  chains: Chains,
  networkId: NetworkId,
  address: Address,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Result<AskedPage<InternalTransaction>, Failure>> {
  const { blockscout, etherscan } = await explorersOf(chains, networkId);
  const providers = [
    ...(blockscout === undefined ? [] : [blockscoutInternals(blockscout)]),
    ...(etherscan.key === '' ? [] : [etherscanInternals(etherscan)]),
  ];
  return ask(providers, { networkId, address }, cursor, signal);
}

/** Does as `findInternals`, for token transfers. */
export async function findTransfers(
  chains: Chains,
  question: TransferQuestion,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Result<AskedPage<StatedTransfer>, Failure>> {
  const { blockscout, etherscan } = await explorersOf(chains, question.networkId);
  const providers = [
    ...(blockscout === undefined ? [] : [blockscoutTransfers(blockscout)]),
    ...(etherscan.key === '' ? [] : [etherscanTransfers(etherscan)]),
  ];
  return ask(providers, question, cursor, signal);
}

async function ask<Question, Row>(
  providers: readonly Provider<Question, Row, 'blockscout' | 'etherscan'>[],
  question: Question,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Result<AskedPage<Row>, Failure>> {
  const consent = await readPreference('providers');
  return askProviders(providers, question, { consent, signal }, cursor as Cursor | undefined);
}
