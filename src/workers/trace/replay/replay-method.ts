/**
 * The first trace methods: the transaction is executed again, on the
 * state prestateTracer reports, else on state read by plain calls. Loaded with
 * the interpreter, when a trace is opened.
 */
import type { Network } from '../../../core/chain/network';
import type { Block, Receipt } from '../../../core/chain/transaction';
import { loadLibrary } from '../../../core/evm/precompiles/libraries';
import { Fork } from '../../../core/evm/rules/forks';
import type { Witness } from '../../../core/evm/state/witness';
import { type Failure, failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { fetchBlock } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import type { KnownEndpoint } from '../../chain/chains';
import { isNear } from '../../chain/endpoint-latency';
import { probedAgainst } from '../../chain/probe-results';
import type { Progress } from '../../ids';
import { createSlices } from '../../scheduling/slices';
import type { SkippedSource } from '../open-trace.api';
import { noteRefusal, refusalOf } from '../refusals';
import type { Verification } from '../steps.api';
import { askBlockAccess, type BlockAccess } from './block-access';
import { arrivedReceipt } from './execute-compared';
import type { PrestateUse, ReplayJob, Unverified, VerifiedReplay } from './replay-job';
import type { ReplayProgress } from './replay-progress';
import { replayKept, replayTransaction } from './replay-transaction';
import { Replayed } from './replayed';

export type ReplayRequest = Pick<ReplayJob, 'transaction' | 'receipt'> & {
  network: () => Promise<Pick<Network, 'id' | 'name'>>;
  /** The block of the receipt, when it is known. */
  block: Block | undefined;
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called when the transaction itself runs, for the time being on what is known of the state. */
  onExecuting?: () => void;
  /** See `ReplayJob.onProvisional`. */
  onProvisional?: ReplayJob['onProvisional'];
  /** See `ReplayJob.onSlice`. */
  onSlice?: ReplayJob['onSlice'];
  /** Answers for the access list of the block, where it was asked for. */
  blockAccess?: BlockAccess | undefined;
  /** Steps at most; 0 when the reader does not want transactions executed. */
  stepLimit: number;
};

/** Where `replayed` is absent, `failure` says why in one sentence, and `skipped` says it method by method. `made` is the receipt that was made of the execution where there was none. */
export type ReplayAttempt = { skipped: readonly SkippedSource[] } & (
  | { replayed: Replayed; made?: Receipt }
  | { replayed?: undefined; failure: Failure }
);

/** Executes the transaction again. Whatever goes wrong with that, a defect of the interpreter too, only costs this method. */
export function attemptReplay(...given: Parameters<typeof attempt>): Promise<ReplayAttempt> {
  return unlessItBreaks(given[2].signal, () => attempt(...given));
}

/** Executes the transaction again on what was kept of an earlier replay of it, and costs no more than that either. */
export function repeatReplay(...given: Parameters<typeof repeat>): Promise<ReplayAttempt> {
  return unlessItBreaks(given[0].signal, () => repeat(...given));
}

/** What `execute` answers; where it throws, a failure that says so. */
async function unlessItBreaks(signal: AbortSignal, execute: () => Promise<ReplayAttempt>): Promise<ReplayAttempt> {
  try {
    return await execute();
  } catch (error) {
    const why = signal.aborted
      ? failure('cancelled', 'Executing it again was cancelled.')
      : failure('badAnswer', `Executing it again broke off: ${String(error).slice(0, 300)}`);
    return { skipped: [{ source: 'replay', reason: why.message }], failure: why };
  }
}

async function attempt(
  rpc: Rpc,
  endpoints: readonly KnownEndpoint[],
  request: ReplayRequest,
  prestate?: Promise<Result<KnownState, Failure>>,
): Promise<ReplayAttempt> {
  const skipped: SkippedSource[] = [];
  const refuse = (refusal: Failure, found?: Partial<SkippedSource>): ReplayAttempt => ({
    skipped: [...skipped, { source: 'replay', reason: refusal.message, ...found }],
    failure: refusal,
  });
  if (request.stepLimit === 0) return refuse(switchedOff());
  // Every outcome is checked with the sender's signature: the code for it comes beside the state.
  loadLibrary('secp256k1').catch(() => undefined); // asked for again where it is needed
  const block = await blockOf(rpc, request);
  if (!block.ok) return refuse(block.error);
  const refused = refusalOf(rpc, 'prestateTracer') ?? probedAgainst(endpoints, 'prestateTracer');
  const outcome = await replayTransaction({
    ...(await jobOf(request, block.value)),
    rpc,
    prestate: prestateUse(refused, prestate, endpoints),
    blockAccess:
      request.blockAccess ??
      (refused === undefined ? undefined : askBlockAccess(rpc, endpoints, request.transaction, request.signal)),
    onSkipped({ reason, failure: why }) {
      skipped.push({ source: 'prestateTracer', reason });
      if (why?.code === 'unsupported') noteRefusal(rpc, 'prestateTracer', reason);
    },
  });
  if (!outcome.ok)
    return refuse(outcome.error, outcome.error.code === 'stateUnavailable' ? { needsArchive: true } : undefined);
  if (!outcome.value.verified) {
    const { contradiction, tried } = outcome.value;
    // Rules that are not known say nothing against the receipt.
    if (tried && contradiction === undefined) {
      const { whyNotEqual } = await import('./why-not-equal');
      const why = whyNotEqual(tried.family, outcome.value.difference, (await request.network()).id);
      return refuse(failure('unsupported', why));
    }
    return refuse(notVerified(outcome.value), { differs: true, ...(contradiction !== undefined && { contradiction }) });
  }
  const { made } = outcome.value;
  return { replayed: toReplayed(request, block.value, outcome.value), skipped, ...(made && { made }) };
}

/** Uses an answer that is on its way; a near endpoint has time for plain calls. */
function prestateUse(
  refused: string | undefined,
  answer: Promise<Result<KnownState, Failure>> | undefined,
  endpoints: readonly KnownEndpoint[],
): PrestateUse {
  if (refused !== undefined) return { use: 'never', reason: refused };
  return answer === undefined && isNear(endpoints) ? { use: 'second' } : { use: 'first', answer };
}

async function repeat(
  request: ReplayRequest & { block: Block },
  witness: Witness,
  { origin, compared: before, checked: kept }: Verification,
): Promise<ReplayAttempt> {
  const refused = (why: Failure): ReplayAttempt => ({
    skipped: [{ source: 'replay', reason: why.message }],
    failure: why,
  });
  if (request.stepLimit === 0) return refused(switchedOff());
  const known = Object.values(Fork).find((each) => each === before.fork);
  const repeated = await replayKept(
    await jobOf(request, request.block),
    witness,
    origin,
    before.earlier,
    kept?.rules,
    known,
  );
  if (!repeated.ok) return refused(repeated.error);
  // The checks that were made behind its rows at that time still hold.
  const { checked: found } = repeated.value;
  const unchecked = [...new Set([...(kept?.unchecked ?? []), ...found.unchecked])];
  const checked = { ...kept, ...found, unchecked, isIncluded: kept?.isIncluded === true || found.isIncluded };
  const compared = { ...before, ...repeated.value.compared };
  const again = { ...repeated.value, witness, checked, compared };
  return { replayed: toReplayed(request, request.block, again), skipped: [] };
}

/** What a replay that came out as the receipt says answers questions with. */
function toReplayed(
  { transaction, signal }: ReplayRequest,
  block: Block,
  { replay, origin, compared, checked, witness, read, made }: VerifiedReplay,
): Replayed {
  const verification = made ? undefined : { origin, compared, checked, steps: replay.steps.length };
  return new Replayed(replay, replay.finish(), transaction, block, verification, witness, signal, read);
}

async function jobOf(request: ReplayRequest, block: Block): Promise<Omit<ReplayJob, 'rpc'>> {
  const { transaction, receipt, signal, stepLimit, onProvisional, onSlice } = request;
  const slices = createSlices(signal, request.onProgress);
  return {
    network: await request.network(),
    block,
    transaction,
    receipt,
    signal,
    stepLimit,
    onProvisional,
    onSlice,
    onProgress(progress) {
      if (progress.phase === 'transaction') request.onExecuting?.();
      slices.report(inWords(progress));
    },
  };
}

async function blockOf(rpc: Rpc, { block, receipt, signal }: ReplayRequest): Promise<Result<Block, Failure>> {
  if (block !== undefined) return ok(block);
  const arrived = await arrivedReceipt(receipt);
  return arrived.ok ? fetchBlock(rpc, arrived.value.blockHash, { signal }) : arrived;
}

function inWords({ phase, done, total }: ReplayProgress): Progress {
  switch (phase) {
    case 'state':
      return { phase: 'Reading the state before it', done, unit: 'accounts and slots' };
    case 'earlier':
      return {
        phase: 'Executing what came before it in the block',
        done,
        unit: 'transactions',
        ...(total === undefined ? {} : { total }),
      };
    case 'transaction':
      return { phase: 'Executing it again', done, unit: 'steps' };
  }
}

function switchedOff(): Failure {
  return failure('unsupported', 'Executing transactions again is switched off in the settings.');
}

function notVerified({ difference, contradiction }: Unverified): Failure {
  const what =
    contradiction === undefined
      ? 'The execution differs from the receipt, so it is not shown.'
      : 'The endpoint’s data on this transaction contradicts itself, so the execution is not shown.';
  return failure('badAnswer', `${what} ${difference}`);
}
