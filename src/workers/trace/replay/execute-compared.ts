/** One execution of a mined transaction, compared with its receipt and with what can be checked beside it. */
import { hexToBytes } from '../../../core/chain/hex';
import type { Receipt, Transaction } from '../../../core/chain/transaction';
import type { BlockEnvironment } from '../../../core/evm/environment';
import type { ChainRules } from '../../../core/evm/families/family';
import { type BlockMaker, blockMaker, type StatedRules } from '../../../core/evm/rules/chain-rules';
import type { State } from '../../../core/evm/state/state';
import { takeWitness, type Witness } from '../../../core/evm/state/witness';
import { type IncludedBlock, lacksPrice, toEnvironment, toMinedInput } from '../../../core/evm/transaction/chain-input';
import { type SystemCall, systemCalls } from '../../../core/evm/transaction/system-calls';
import type { Checked } from '../../../core/proof/proof-level';
import { Replay } from '../../../core/replay/replay';
import { DEFAULT_STEP_LIMIT } from '../../../core/replay/step-limit';
import { describeTraceProblem } from '../../../core/trace/parser';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { saysNoChain } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import type { StateOrigin } from '../steps.api';
import { checkFacts, doubtOfEarlier, type WholeBlock } from './check-facts';
import { differenceFrom } from './compare-receipt';
import { readOfParent } from './read-of-parent';
import { receiptOfExecution } from './receipt-of-execution';
import type { Answer, ReplayJob, RuledJob, VerifiedReplay } from './replay-job';
import type { ReplayState } from './replay-state';
import { invalidity, runToEnd, tooManySteps } from './run-to-end';

/**
 * Runs the transaction itself on the state that `source` has before it, recorded, and compares the outcome with its receipt.
 * Fails with `unsupported`, `tooLarge` past the step limit, and as the transport does.
 */
export async function execute(
  job: Pick<ReplayJob, 'network' | 'transaction' | 'receipt' | 'signal' | 'onProgress' | 'onSlice' | 'stepLimit'> &
    Partial<RuledJob>,
  block: IncludedBlock,
  rules: ChainRules,
  source: ReplayState,
  origin: StateOrigin,
  earlier: number,
  whole?: WholeBlock,
): Answer {
  const { stepLimit = DEFAULT_STEP_LIMIT } = job;
  const environment = toEnvironment(block, rules, source.hashes);
  const needed = needsReceipt(rules, job.transaction, block) ? await arrivedReceipt(job.receipt) : undefined;
  if (needed?.ok === false) return needed;
  const maker = blockMaker(job.network, block, job.stated);
  const input = toMinedInput(job.transaction, maker, { rules, block, receipt: needed?.value });
  if (!input.ok) return fail(failure('unsupported', input.error));
  const replay = new Replay(source.state, environment, input.value, stepLimit);
  // Beside the execution, because it loads code of its own.
  const checking = job.receipt && checkArrived(job, job.receipt, block, whole);
  checking?.catch(() => undefined); // what it throws is thrown where it is awaited
  const stopped = await runToEnd(replay, source, job.signal, async () => {
    job.onProgress?.({ phase: 'transaction', done: replay.steps.length });
    await job.onSlice?.(replay);
    return overgrown(replay);
  });
  const failed = stopped ?? overgrown(replay);
  if (failed) return fail(failed);
  if (replay.tooLong) return fail(tooManySteps(stepLimit));
  job.onProgress?.({ phase: 'transaction', done: replay.steps.length });
  const { result, invalid } = replay.execution;
  const { transaction } = job;
  const made =
    result && job.receipt === undefined ? receiptOfExecution(transaction, replay.execution, result) : undefined;
  const arrived = made ? ok(made) : await arrivedReceipt(job.receipt);
  if (!arrived.ok) return arrived;
  const receipt = arrived.value;
  const difference = result ? differenceFrom(receipt, result, source.state) : invalidity(invalid);
  const facts = await (checking ?? checkArrived(job, receipt, block, whole));
  if (!facts.ok) return facts;
  if ('contradiction' in facts.value) {
    const { contradiction } = facts.value;
    // It is the cause, where there is one, that the execution came out otherwise.
    const sentences = difference === undefined ? contradiction : `${contradiction} ${difference}`;
    return ok({ verified: false, difference: sentences, contradiction });
  }
  if (difference !== undefined) return ok({ verified: false, difference });
  const checked: Checked = { ...facts.value.checked, ...usedRules(rules, maker, job.stated) };
  const compared = {
    status: receipt.status !== undefined,
    gasUsed: receipt.gasUsed,
    logs: receipt.logs.length,
    earlier,
    ...(source.isWitnessed?.() && { witness: true as const }),
    ...(job.stated?.fork === rules.fork && { fork: rules.fork }),
  };
  const witness = takeWitness(source.state, source.hashes);
  const read: VerifiedReplay['read'] = async (signal) =>
    (await doubtOfEarlier(whole, transaction, checked, signal, rules.family?.encoding)) ??
    source.fetched?.() ??
    readBefore(transaction, toSystemCalls(block, environment, rules), source.state, witness);
  return ok({ verified: true, ...(made && { made }), replay, origin, compared, checked, witness, read });
}

/** Returns whether the transaction cannot be executed without what its receipt alone states. */
export function needsReceipt({ family }: ChainRules, transaction: Transaction, block: IncludedBlock): boolean {
  const needs = family?.needsReceipt;
  return (typeof needs === 'function' ? needs(transaction, block) : needs === true) || lacksPrice(transaction);
}

/** The rules as they are kept with what was checked. */
function usedRules(
  { fork, family, basis }: ChainRules,
  maker: BlockMaker,
  { hardfork }: Partial<StatedRules> = {},
): Pick<Checked, 'rules'> {
  if (family === undefined && basis === undefined) return {};
  const isNamed = maker === 'development' && family !== undefined && hardfork !== undefined;
  return {
    rules: {
      fork,
      ...(family && { family: family.id }),
      ...(basis && { basis }),
      ...(isNamed && { hardfork }),
    },
  };
}

/** Checks the transaction beside its execution, once its receipt is there. */
async function checkArrived(
  { network, transaction, stated, rpc }: Pick<ReplayJob, 'network' | 'transaction'> & Partial<RuledJob>,
  receipt: NonNullable<ReplayJob['receipt']>,
  block: IncludedBlock,
  whole: WholeBlock | undefined,
): Promise<Result<Awaited<ReturnType<typeof checkFacts>>, Failure>> {
  const arrived = await arrivedReceipt(receipt);
  if (!arrived.ok) return arrived;
  const facts = {
    network,
    transaction,
    receipt: arrived.value,
    block,
    stated,
    saysNoChain: rpc !== undefined && saysNoChain(rpc),
  };
  return ok(await checkFacts(whole === undefined ? facts : { ...facts, whole }));
}

/** Returns what the first transaction of a block read, as it stood after the block before. */
function readBefore(
  { index }: Transaction,
  calls: readonly SystemCall[],
  state: State,
  witness: Witness,
): KnownState | string {
  if (index !== 0)
    return 'In the middle of a block, the state can only be proven by executing the transactions before it as well.';
  return readOfParent(state, witness, calls);
}

/** Returns the receipt, once it is there; fails where there is none. */
export async function arrivedReceipt(receipt: ReplayJob['receipt']): Promise<Result<Receipt, Failure>> {
  if (receipt === undefined) return fail(failure('unsupported', 'There is no receipt of this transaction.'));
  return receipt instanceof Promise ? receipt : ok(receipt);
}

/** The failure of a replay whose call tree is incomplete, undefined when it is complete. */
function overgrown({ problem }: Replay): Failure | undefined {
  return problem && failure('tooLarge', describeTraceProblem(problem));
}

/** Returns the calls that the protocol itself makes at the start of the block. */
export function toSystemCalls(
  block: IncludedBlock,
  environment: BlockEnvironment,
  { family }: ChainRules,
): readonly SystemCall[] {
  const beaconRoot = block.parentBeaconBlockRoot;
  const calls = systemCalls(
    environment,
    hexToBytes(block.parentHash),
    beaconRoot === undefined ? undefined : hexToBytes(beaconRoot),
  );
  return family?.systemCalls?.(block, environment, calls) ?? calls;
}
