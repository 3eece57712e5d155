/** Where on the chain a simulation stands: the block, its rules, and the state before the first step, fetched as it is needed. */
import type { Network } from '../../../core/chain/network';
import type { Transaction } from '../../../core/chain/transaction';
import { blockMaker, chainRules } from '../../../core/evm/rules/chain-rules';
import type { IncludedBlock } from '../../../core/evm/transaction/chain-input';
import { formatInteger } from '../../../core/format/counts';
import type { SimulationPlan } from '../../../core/simulation/plan';
import type { Standing } from '../../../core/simulation/prepare';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Progress } from '../../ids';
import type { ReplayProgress } from '../replay/replay-progress';
import { type LazyState, lazyState } from '../replay/replay-state';
import { stateInBlock } from '../replay/state-in-block';
import { askNodeRules, statedRules } from '../replay/stated-rules';

/** Seconds between blocks where the block before cannot be had: Ethereum's. */
const USUAL_BLOCK_TIME = 12;

export type Work = {
  rpc: Rpc;
  network: Pick<Network, 'id' | 'name'>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};

/** Finds the block and its rules; for `pending`, the block that would follow the latest one now. */
export async function findStanding(
  { rpc, network, signal }: Work,
  { position }: SimulationPlan,
): Promise<Result<Standing, Failure>> {
  const wanted = position.block === 'pending' ? 'latest' : position.block;
  askNodeRules(rpc, network);
  const fetched = await fetchBlock(rpc, wanted, { signal });
  if (!fetched.ok) return fetched;
  const stated = await statedRules(rpc, network, fetched.value);
  const { number } = fetched.value;
  if (number === undefined) return fail(failure('badAnswer', 'The endpoint answered with a block that is pending.'));
  const rules = chainRules(network, fetched.value, stated);
  if (!rules.ok) return fail(failure('unsupported', rules.error));
  const block: IncludedBlock = { ...fetched.value, number };
  const count = block.transactions.length;
  if (position.place !== 'end' && position.index >= Math.max(count, 1))
    return fail(
      failure(
        'unsupported',
        `Block ${formatInteger(number)} has ${count === 0 ? 'no transactions' : `${formatInteger(count)} transactions, 0 to ${formatInteger(count - 1)}`}.`,
      ),
    );
  const before = number === 0 ? undefined : await fetchBlock(rpc, number - 1, { signal });
  let blockTime = before?.ok ? Math.max(1, block.timestamp - before.value.timestamp) : USUAL_BLOCK_TIME;
  if (position.block === 'pending') blockTime = Math.max(blockTime, Math.floor(Date.now() / 1000) - block.timestamp);
  const isNamed = stated?.hardfork !== undefined && blockMaker(network, block, stated) === 'development';
  return ok({ block, rules: rules.value, blockTime, ...(isNamed && { hardfork: stated.hardfork as string }) });
}

/** Returns the state before the first step; unknown parts of it are fetched. `first` is that step, as far as it is known. */
export async function stateOfStanding(
  { rpc, network, signal, onProgress }: Work,
  { position }: SimulationPlan,
  { block, rules }: Standing,
  first: Transaction,
): Promise<Result<LazyState, Failure>> {
  const onFetched = (done: number) => onProgress({ phase: 'Reading the state', done, unit: 'accounts and slots' });
  if (position.place === 'end') return ok(lazyState(rpc, block.number, signal, onFetched));
  const index = position.place === 'before' ? position.index : position.index + 1;
  const onReplayed = (progress: ReplayProgress) => {
    if (progress.phase === 'earlier')
      onProgress({
        phase: 'Executing the transactions before',
        done: progress.done,
        total: index,
        unit: 'transactions',
      });
    else if (progress.phase === 'state') onFetched(progress.done);
  };
  const maker = blockMaker(network, block, await statedRules(rpc, network, block));
  const job = { rpc, transaction: first, maker, signal, onProgress: onReplayed };
  const before = await stateInBlock(job, block, rules, index, async () => undefined);
  if (!before.ok) return before;
  if ('difference' in before.value) return fail(failure('badAnswer', before.value.difference));
  return ok(before.value.source);
}
