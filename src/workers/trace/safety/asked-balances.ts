/** Asks tokens for balances before and after a transaction, in one execution of its own, beside what their events say. */
import { hexToBytes } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { ZERO_ADDRESS } from '../../../core/chain/zero-address';
import type { BlockEnvironment } from '../../../core/evm/environment';
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

/** Returns what asks a token for a balance. */
export function balanceQuestion(environment: BlockEnvironment, token: Address, account: Address): readonly RunBlock[] {
  const call = madeUpCall({
    from: hexToBytes(ZERO_ADDRESS),
    to: hexToBytes(token),
    data: hexToBytes(callData(TOKEN_CALLS.balanceOf, account)),
    gasLimit: GAS,
  });
  const { nonce: _, ...transaction } = call;
  return runOfOne(environment, transaction, 'free');
}

/** Returns blocks whose steps go on after one that failed. */
export function goingOn(blocks: readonly RunBlock[]): RunBlock[] {
  return blocks.map((each) => ({ ...each, steps: each.steps.map((step) => ({ ...step, goesOn: true })) }));
}

/** Returns the balance that a question was answered with. */
export function balanceIn(outcome: StepOutcome | undefined): bigint | undefined {
  return outcome?.state === 'executed' && outcome.success ? decodeAmount(outcome.output) : undefined;
}
