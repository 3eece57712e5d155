/** Asks tokens for balances before and after a transaction, in one execution of its own, beside what their events say. */
import { hexToBytes } from '../../../core/chain/hex';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import { toInput } from '../../../core/evm/transaction/chain-input';
import { madeUpCall } from '../../../core/evm/transaction/transaction-input';
import { logsOf } from '../../../core/safety/subject';
import { changesToAsk, checkTold } from '../../../core/safety/told-amounts';
import type { Verdict } from '../../../core/safety/verdict';
import { type RunBlock, runOfOne, type StepOutcome } from '../../../core/simulation/run';
import { callData, decodeAmount, TOKEN_CALLS } from '../../../core/tokens/token-calls';
import { computeNetChanges } from '../../../core/trace/transfers';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Replayed } from '../replay/replayed';
import { run } from '../simulate/run-in-slices';
import type { TraceSession } from '../trace-session';
import { settledTransfersOf } from '../views/list-transfers';
import { groundFor } from './block-reads';

/** Gas of one question: the balance of a rebased token behind a proxy takes some 50,000. */
const GAS = 500_000n;

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
  const questions = asked.flatMap(({ token, account }) => {
    const call = madeUpCall({
      from: hexToBytes(ZERO_ADDRESS),
      to: hexToBytes(token),
      data: hexToBytes(callData(TOKEN_CALLS.balanceOf, account)),
      gasLimit: GAS,
    });
    const { nonce: _, ...transaction } = call;
    return runOfOne(environment, transaction, 'free');
  });
  const own = runOfOne(environment, toInput(replayed.transaction), 'paid');
  const blocks: readonly RunBlock[] = [...questions, ...own, ...questions].map((each) => ({
    ...each,
    steps: each.steps.map((step) => ({ ...step, goesOn: true })),
  }));
  const ran = await run(blocks, source, { signal });
  if (!ran.ok) return ran;
  const { outcomes } = ran.value;
  const changes = asked.flatMap((change, index) => {
    const [before, after] = [outcomes[index], outcomes[asked.length + 1 + index]].map(balanceIn);
    return before === undefined || after === undefined ? [] : [{ ...change, held: after - before }];
  });
  return ok(checkTold(changes, [...logsOf(replayed.trace)]));
}

function balanceIn(outcome: StepOutcome | undefined): bigint | undefined {
  return outcome?.state === 'executed' && outcome.success ? decodeAmount(outcome.output) : undefined;
}
