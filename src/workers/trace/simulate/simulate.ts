/**
 * A transaction that is not mined, executed on the state of a block: state is
 * fetched as for a mined one, overrides are laid over it before anything runs,
 * and what came of it is opened as a trace.
 */

import { bytesToAddress, hexToBytes } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import { gasLimitOf, type StatedTransaction, type Transaction, transactionOf } from '../../../core/chain/transaction';
import { chainRules, refusedType } from '../../../core/evm/rules/chain-rules';
import { type IncludedBlock, toEnvironment, toInput } from '../../../core/evm/transaction/chain-input';
import { firstNeeds } from '../../../core/evm/transaction/needs';
import { contradictionIn, overlaysOf } from '../../../core/simulation/overlay';
import { USUAL_TIP } from '../../../core/simulation/prices';
import type { StepManner } from '../../../core/simulation/run';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, type Result } from '../../../core/values/result';
import { fetchBlock } from '../../../net/chain-reader';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import type { Progress } from '../../ids';
import type { OpenTraces } from '../open/open-traces';
import { probableNeeds } from '../replay/probable-needs';
import { lazyState } from '../replay/replay-state';
import { askNodeRules, statedRules } from '../replay/stated-rules';
import type { SimulatedTransaction, Simulation, SimulationRequest } from '../simulate.api';
import { executeUnmined, hashOfUnmined, lowerCaseAddress } from './simulated-trace';

export async function simulate(
  chains: Chains,
  traces: OpenTraces,
  request: SimulationRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Result<Simulation, Failure>> {
  const contradiction = contradictionIn(request.accounts);
  if (contradiction !== undefined) return fail(failure('unsupported', contradiction));
  const rpc = await chains.rpc(request.networkId);
  const network = await networkOf(chains, request.networkId);
  askNodeRules(rpc, network);
  const fetched = await fetchBlock(rpc, request.at, { signal });
  if (!fetched.ok) return fetched;
  const stated = await statedRules(rpc, network, fetched.value);
  const at = fetched.value.number;
  if (at === undefined) return fail(failure('badAnswer', 'The endpoint answered with a block that is pending.'));
  const rules = chainRules(network, fetched.value, stated);
  if (!rules.ok) return fail(failure('unsupported', rules.error));
  const block: IncludedBlock = { ...fetched.value, number: at, ...request.block };

  const source = lazyState(rpc, at, signal, (done) =>
    onProgress({ phase: 'Reading the state', done, unit: 'accounts and slots' }),
  );
  const environment = {
    ...toEnvironment(block, rules.value, source.hashes),
    // Nothing is known of blocks that are not there yet.
    blockHash: (number: number) => (number > at ? new Uint8Array(32) : source.hashes.get(number)),
  };
  if (block.number !== at) source.hashes.delete(block.number - 1);

  // The nonce decides which address is created, so the sender comes first.
  const from = lowerCaseAddress(request.transaction.from);
  const overrides = overlaysOf(request.accounts);
  const senderKnown = await source.prefetch({ accounts: [from], slots: [] });
  if (senderKnown) return fail(senderKnown);
  const sender = source.state.indexOfAddress(hexToBytes(from));
  const nonce = overrides.find(({ address }) => address === from)?.override.nonce ?? Number(source.state.nonce[sender]);
  const transaction = wholeTransaction(request, block, nonce);
  const refusal = refusedType(transaction.type);
  if (refusal !== undefined) return fail(failure('unsupported', refusal));

  const input = toInput(transaction);
  const probable = await probableNeeds(rpc, transaction, at, signal);
  if (!probable.ok) return probable;
  const missing = await source.prefetch({
    accounts: [
      ...firstNeeds(input, environment).map(bytesToAddress),
      ...probable.value.accounts,
      ...overrides.map(({ address }) => address),
    ],
    slots: probable.value.slots,
  });
  if (missing) return fail(missing);
  return executeUnmined(
    traces,
    { networkId: request.networkId, transaction, block, environment, source, overrides },
    { manner: request.manner ?? 'free', signal, onProgress },
  );
}

/** The transaction with all its fields. */
function wholeTransaction(
  { networkId, transaction, manner = 'free' }: SimulationRequest,
  block: IncludedBlock,
  nonce: number,
): Transaction {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const price = gasPrice ?? maxFeePerGas ?? usualPrice(manner, block.baseFeePerGas ?? 0n);
  const whole: Omit<StatedTransaction, 'hash'> = {
    value: 0n,
    input: '0x' as Hex,
    gas: gasLimitOf(block),
    ...transaction,
    nonce: transaction.nonce ?? nonce,
    networkId,
    from: lowerCaseAddress(transaction.from),
    ...(transaction.to === undefined ? {} : { to: lowerCaseAddress(transaction.to) }),
    type: transaction.type ?? typeOf(transaction),
    gasPrice: price,
    maxFeePerGas: maxFeePerGas ?? price,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? (gasPrice === undefined ? 0n : price),
    ...(block.hash && { blockHash: block.hash, blockNumber: block.number, index: 0 }),
  };
  return transactionOf({ ...whole, hash: hashOfUnmined(whole) });
}

/** Wei per gas where none is stated. */
function usualPrice(manner: StepManner, baseFee: bigint): bigint {
  if (manner === 'free') return 0n;
  return manner === 'paid' ? baseFee + USUAL_TIP : baseFee;
}

/** The oldest envelope that has the fields given. */
function typeOf(transaction: SimulatedTransaction): number {
  if (transaction.authorizationList !== undefined) return 4;
  if (transaction.blobVersionedHashes !== undefined) return 3;
  if (transaction.maxFeePerGas !== undefined || transaction.maxPriorityFeePerGas !== undefined) return 2;
  return transaction.accessList === undefined ? 0 : 1;
}
