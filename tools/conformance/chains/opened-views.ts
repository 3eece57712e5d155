/** All views of the page of a transaction, as its engine answers them, against the receipt of the transaction. */
import type { Address } from '../../../src/core/chain/primitives';
import type { Receipt, Transaction } from '../../../src/core/chain/transaction';
import { PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../src/core/proof/proof-level';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import { openTrace } from '../../open-trace';
import type { Check } from '../check';
import { keyOf, newJob, startEngine } from '../recorded/engine';
import { answered } from './answered';
import { checkFresh } from './fresh-simulation';

/** What ArbOS, and who makes blocks of the OP Stack, keep their books by, and ether of layer 1 that moves without a call. */
const BOOKS: readonly number[] = [0x64, 0x6a, 0x7d];
const TRANSFER: string = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** All that the page shows beside the tree: events, assets, steps, state, gas, the stack trace, and the same simulated again. */
async function checkViews(check: Check, { trace }: Engine, handle: TraceHandle, opened: Opened): Promise<void> {
  const { transaction, receipt } = opened;
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
  await checkSteps(check, trace, handle, transaction.gas);
  const byCode = logs.filter(({ address }) => opened.silent?.includes(address) !== true);
  const paysInToken = transaction.rollup?.feeCurrency !== undefined;
  if (isSuccess) await checkStops(check, trace, handle, byCode, paysInToken);
  const diff = answered(await trace.stateDiff(handle));
  // What the protocol itself sends without gas, or without paying for it (Berachain), leaves its sender as it was.
  const leavesSender = transaction.gas === 0 || (transaction.type === 0x7e && gasUsed === 0);
  check.equal(
    'the sender is in the state',
    (diff.pre[receipt.from] ?? diff.post[receipt.from]) !== undefined,
    !leavesSender,
  );
  check.equal('the state', answered(await trace.stateChanges(handle)).origin, 'replay');
  check.equal('there is gas', (await trace.flame(handle)) !== undefined, gasUsed > 0);
  const { stack } = answered(await trace.sourceTrace(newJob(), handle));
  check.equal('there is a stack trace', stack.length > 0, !isSuccess);
  const again = answered(await trace.simulateChanged(newJob(), handle, {}));
  check.equal('the simulation succeeds', again.success, isSuccess);
  check.equal('gas of the simulation', again.gasUsed, gasUsed);
  check.equal('events of the simulation', again.logs.length, logs.length);
  // Simulations pay in no token, and these are no calls of anybody.
  if (!paysInToken && !leavesSender && !BOOKS.includes(transaction.type))
    await checkFresh(check, trace, transaction, receipt);
}

/**
 * Stopping at each LOG shows the first topics of the receipt's events in their order, and of calls that failed others.
 * Calls that take fees in a token are no steps: there, what is shown is among the events.
 */
async function checkStops(
  check: Check,
  trace: Engine['trace'],
  handle: TraceHandle,
  logs: Receipt['logs'],
  paysInToken: boolean,
): Promise<void> {
  const shown: string[] = [];
  const next = (from: number) => trace.findBreak(handle, { lines: [], opcodes: ['LOG'] }, from, true);
  for (let stop = answered(await next(-1)); stop !== undefined; stop = answered(await next(stop))) {
    const { name, stack } = answered(await trace.stateAt(handle, stop));
    if (name !== 'LOG0') shown.push(`0x${stack.at(-3)?.toString(16).padStart(64, '0')}`);
  }
  const stated = logs.flatMap(({ topics }) => topics.slice(0, 1)).map(String);
  const [few, many] = paysInToken ? [shown, stated] : [stated, shown];
  let at = 0;
  for (const topic of many) if (topic === few[at]) at++;
  check.equal(`events that the debugger stops at, ${shown.length} of ${stated.length}`, at, few.length);
}

/** The machine at the first step, in the middle and at the end is at what the list of steps says. */
async function checkSteps(check: Check, trace: Engine['trace'], handle: TraceHandle, limit: number): Promise<void> {
  const { total } = answered(await trace.steps(handle, 0, 1));
  for (const at of total === 0 ? [] : [0, total >> 1, total - 1]) {
    const [row] = answered(await trace.steps(handle, at, 1)).steps;
    const { gas, pc, opcode, depth } = answered(await trace.stateAt(handle, at));
    check.equal(`step ${at}`, [gas, pc, opcode, depth].join(), [row?.gas, row?.pc, row?.opcode, row?.depth].join());
    check.that(`step ${at} has more gas than the transaction`, gas <= limit);
  }
}

/** A transaction to open, and what it must reach and show. */
export type Opened = {
  transaction: Transaction;
  receipt: Receipt;
  least: ProofLevel;
  /** Accounts in whose name the protocol logs, without an instruction. */
  silent?: readonly Address[];
  /** Further questions about the open trace, beside those that all transactions are asked. */
  also?: (engine: Engine, handle: TraceHandle) => Promise<void>;
};

/**
 * Opens the transaction as the page does and checks that it reaches the level, that what it paid is the change of its
 * sender's balance, and that all views of the page are there.
 */
export async function checkOpened(check: Check, url: string, opened: Opened): Promise<void> {
  const { transaction, receipt, least } = opened;
  const key = keyOf(transaction.networkId, transaction.hash);
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
    const { handle, skipped, verification: told } = answered(await openTrace(engine, newJob(), key));
    verification ??= told?.checked;
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
    await checkViews(check, engine, handle, opened);
    await opened.also?.(engine, handle);
  } finally {
    await done();
  }
}
