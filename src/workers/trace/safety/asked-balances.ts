/** Asks tokens for balances before and after a transaction, in one execution of its own, beside what their events say. */
import { toInput } from '../../../core/evm/transaction/chain-input';
import { logsOf } from '../../../core/safety/subject';
import { changesToAsk, checkTold } from '../../../core/safety/told-amounts';
import type { Verdict } from '../../../core/safety/verdict';
import { runOfOne } from '../../../core/simulation/run';
import { computeNetChanges } from '../../../core/trace/transfers';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Replayed } from '../replay/replayed';
import { balanceIn, balanceQuestion, goingOn } from '../simulate/balance-question';
import { run } from '../simulate/run-in-slices';
import type { TraceSession } from '../trace-session';
import { settledTransfersOf } from '../views/list-transfers';
import { groundFor } from './block-reads';

/** Returns where the events say otherwise, on the state of block `at`. Executes the transaction once more where amounts moved. */
export async function checkBalances(
  rpc: Rpc,
  session: TraceSession,
  replayed: Replayed,
  at: number,
  signal: AbortSignal,
): Promise<Result<Verdict[], Failure>> {
  const asked = changesToAsk(computeNetChanges(settledTransfersOf(session)));
  if (asked.length === 0) return ok([]);
  const { source, environment } = groundFor(rpc, at, replayed, signal);
  // Each is a block of its own, so that questions take no gas of the transaction's.
  const questions = asked.flatMap(({ token, account }) => balanceQuestion(environment, token, account));
  const own = runOfOne(environment, toInput(replayed.transaction), 'paid');
  const ran = await run(goingOn([...questions, ...own, ...questions]), source, { signal });
  if (!ran.ok) return ran;
  const { outcomes } = ran.value;
  const changes = asked.flatMap((change, index) => {
    const [before, after] = [outcomes[index], outcomes[asked.length + 1 + index]].map(balanceIn);
    return before === undefined || after === undefined ? [] : [{ ...change, held: after - before }];
  });
  return ok(checkTold(changes, [...logsOf(replayed.trace)]));
}
