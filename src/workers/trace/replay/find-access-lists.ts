/** The access lists of a replay, whose gas is found by executing the transaction with them. Loaded when they are asked for. */
import type { AccessListEntry } from '../../../core/chain/transaction';
import { Fork } from '../../../core/evm/rules/forks';
import { toAccessList } from '../../../core/evm/transaction/chain-input';
import { Execution } from '../../../core/evm/transaction/execution';
import type { TransactionResult } from '../../../core/evm/transaction/transaction-result';
import { suggestAccessLists } from '../../../core/replay/access-lists';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { AccessLists } from '../steps.api';
import { keptState } from './replay-state';
import type { Replayed } from './replayed';
import { runToEnd } from './run-to-end';

/** Returns the lists; fails with `unsupported` before Berlin. Executes the transaction a second time, in slices. */
export async function findAccessLists(replayed: Replayed, signal: AbortSignal): Promise<Result<AccessLists, Failure>> {
  const { replay, transaction } = replayed;
  if (replay.execution.block.fork < Fork.berlin)
    return fail(
      failure('unsupported', 'There were no access lists yet: they came with the Berlin upgrade (EIP-2930).'),
    );
  const { used, worthwhile } = suggestAccessLists(replay);
  const given = transaction.accessList ?? [];
  const result = replay.result as TransactionResult;
  const lists = { given, used, recommended: [], gasUsed: result.gasUsed, gasUsedRecommended: result.gasUsed };
  if (worthwhile.length === 0) return ok(lists);
  const again = await executeWith(replayed, worthwhile, signal);
  // Code may look at the gas that is left and do something else then.
  const same = again?.success === result.success && again.logs.length === result.logs.length;
  if (!same || again.gasUsed >= result.gasUsed) return ok(lists);
  return ok({ ...lists, recommended: worthwhile, gasUsedRecommended: again.gasUsed });
}

/** How it comes out with another access list; undefined when it would not be valid. */
async function executeWith(
  { witness, replay }: Replayed,
  accessList: readonly AccessListEntry[],
  signal: AbortSignal,
): Promise<TransactionResult | undefined> {
  const source = keptState(witness);
  const { block, transaction, unchecked } = replay.execution;
  const input = { ...transaction, accessList: toAccessList(accessList) };
  const execution = new Execution(source.state, block, input, undefined, unchecked);
  await runToEnd(execution, source, signal);
  return execution.result;
}
