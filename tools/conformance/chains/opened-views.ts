/** All views of the page of a transaction, as its engine answers them, against the receipt of the transaction. */
import type { Receipt } from '../../../src/core/chain/transaction';
import { PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../src/core/proof/proof-level';
import type { Failure } from '../../../src/core/values/failure';
import type { Result } from '../../../src/core/values/result';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import { openTrace } from '../../open-trace';
import type { Check } from '../check';
import { type keyOf, newJob, startEngine } from '../recorded/engine';

const TRANSFER: string = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** More than any of these transactions may use. */
const GAS_OF_ALL = 50_000_000;

/** All that the page shows beside the tree: events, assets, steps, state, gas, the stack trace, and the same simulated again. */
async function checkViews(check: Check, { trace }: Engine, handle: TraceHandle, receipt: Receipt): Promise<void> {
  const { logs, gasUsed } = receipt;
  const isSuccess = receipt.status === 'success';
  check.equal('the outcome', (await trace.outcome(handle)).status, receipt.status ?? '');
  check.equal('the events', (await trace.events(handle, {}, 0, 1)).emitted, logs.length);
  const moved = logs.filter(({ topics }) => String(topics[0]) === TRANSFER && topics.length === 3);
  const { transfers } = await trace.transfers(handle);
  check.that(
    `${transfers.length} transfers of ${moved.length} tokens`,
    transfers.length >= (isSuccess ? moved.length : 0),
  );
  await checkSteps(check, trace, handle, receipt);
  const diff = answered(await trace.stateDiff(handle));
  check.that('the sender is not in the state', diff.pre[receipt.from] !== undefined);
  check.equal('the state', answered(await trace.stateChanges(handle)).origin, 'replay');
  check.that('there is no gas', (await trace.flame(handle)) !== undefined);
  const { stack } = answered(await trace.sourceTrace(newJob(), handle));
  check.equal('there is a stack trace', stack.length > 0, !isSuccess);
  const again = answered(await trace.simulateChanged(newJob(), handle, {}));
  check.equal('the simulation succeeds', again.success, isSuccess);
  check.equal('gas of the simulation', again.gasUsed, gasUsed);
  check.equal('events of the simulation', again.logs.length, logs.length);
}

/** The machine at the first step, in the middle and at the end is at what the list of steps says. */
async function checkSteps(check: Check, trace: Engine['trace'], handle: TraceHandle, receipt: Receipt): Promise<void> {
  const { total } = answered(await trace.steps(handle, 0, 1));
  for (const at of total === 0 ? [] : [0, total >> 1, total - 1]) {
    const [row] = answered(await trace.steps(handle, at, 1)).steps;
    const { gas, pc, opcode, depth } = answered(await trace.stateAt(handle, at));
    check.equal(`step ${at}`, [gas, pc, opcode, depth].join(), [row?.gas, row?.pc, row?.opcode, row?.depth].join());
    check.that(`step ${at} has more gas than the transaction`, gas < GAS_OF_ALL);
  }
  if (receipt.logs.length > 0 && receipt.status === 'success') check.that('there are no steps', total > 0);
}

function answered<Value>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/**
 * Opens the transaction as the page does and checks that it reaches the level, that what it paid is the change of its
 * sender's balance, and that all views of the page are there.
 */
export async function checkOpened(
  check: Check,
  url: string,
  key: ReturnType<typeof keyOf>,
  least: ProofLevel,
  receipt: Receipt,
): Promise<void> {
  const { engine, done } = await startEngine(key.networkId, url);
  try {
    let verification: Parameters<typeof proofLevel>[0] | undefined;
    let later: readonly string[] = [];
    await engine.trace.subscribe((event) => {
      if (event.type === 'replayed') later = event.summary.skipped.map(({ reason }) => reason);
      const told = event.type === 'replayed' ? event.summary.verification : undefined;
      const proven = event.type === 'proven' ? event.verification : told;
      verification = proven?.checked ?? verification;
    });
    const opened = await openTrace(engine, newJob(), key);
    if (!opened.ok) throw new Error(opened.error.message);
    const { handle, skipped } = opened.value;
    verification ??= opened.value.verification?.checked;
    await engine.settled();
    const level = verification && proofLevel(verification);
    const unproven = verification?.state?.isProven === false ? [verification.state.reason] : [];
    const why = [...skipped.map(({ reason }) => reason), ...later, ...unproven].join(' ');
    const reached = level === undefined || level === 'contradicted' ? -1 : PROOF_LEVELS.indexOf(level);
    check.that(`reached ${level}, not ${least}: ${why}`, reached >= PROOF_LEVELS.indexOf(least));
    const paid = await engine.trace.paidFees(handle);
    if (receipt.rollup?.baseFee !== undefined) check.equal('fees are of a token', paid.ok, false);
    else {
      const { change, moved, minted, total } = answered(paid);
      check.equal('the change of the sender’s balance', change, moved + minted - total);
    }
    await checkViews(check, engine, handle, receipt);
  } finally {
    await done();
  }
}
