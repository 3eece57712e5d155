/**
 * A mined transaction executed again, and the outcome compared with its
 * receipt:
 *
 *     prestateTracer → execute → compare
 *     else plain RPC at the parent block and the block's access list → execute → compare
 *     else plain RPC at the parent block → system calls, the block's earlier
 *     transactions (each compared with its own receipt) → execute → compare
 *                                        ↳ execute → compare: provisional
 */

import type { NetworkId } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import type { ChainRules, Encoding } from '../../../core/evm/families/family';
import { loadFamily, loadOwnGas } from '../../../core/evm/families/load-family';
import {
  alsoPossible,
  blockMaker,
  chainRules,
  goesByTheNode,
  irregularity,
  type StatedRules,
} from '../../../core/evm/rules/chain-rules';
import { Fork } from '../../../core/evm/rules/forks';
import { hasKnownRules } from '../../../core/evm/rules/known-chains';
import type { WorkedRules } from '../../../core/evm/rules/tried-rules';
import type { Witness } from '../../../core/evm/state/witness';
import type { IncludedBlock } from '../../../core/evm/transaction/chain-input';
import { computeHeaderHash } from '../../../core/proof/header';
import { signerOf } from '../../../core/proof/identity';
import type { UsedRules } from '../../../core/proof/proof-level';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { failsAnyRequest } from '../../../net/rpc/endpoint-failures';
import { fetchPrestate } from '../../../net/state-source';
import type { Compared, StateOrigin } from '../steps.api';
import { FIRST_FORK } from './block-access';
import { execute } from './execute-compared';
import type { Answer, ReplayJob, RuledJob, SkippedOrigin, Unverified, VerifiedReplay } from './replay-job';
import { exactState, keptState, type ReplayState } from './replay-state';
import { statedRules } from './stated-rules';
import { noteWorkedRules } from './worked-rules';

/**
 * `skipped`: why a better origin of the state was not used. When it is not verified, there is nothing to be shown as
 * what happened.
 */
export type ReplayOutcome = { skipped: readonly SkippedOrigin[] } & (VerifiedReplay | Unverified);

/** Far beyond any price that was ever paid; the fee grows exponentially with it (EIP-4844). */
const MAX_EXCESS_BLOB_GAS = 2 ** 31;

/**
 * Executes the transaction again. Fails with `unsupported` where the chain's or
 * the transaction's rules are not known, `stateUnavailable` where the state is
 * not kept, `tooLarge` past the step limit, and as the transport does.
 */
export async function replayTransaction(asked: ReplayJob): Promise<Result<ReplayOutcome, Failure>> {
  const { transaction, network } = asked;
  // While the first answers are on their way. Where prestateTracer is asked first, the block is not executed.
  if (asked.prestate !== undefined && asked.prestate.use !== 'first') void loadStateInBlock().catch(() => undefined);
  const stated = await statedRules(asked.rpc, network, asked.block);
  const encoding = stated?.family?.encoding;
  // Most headers are whole: what completes the others is loaded for them.
  const isWhole = asked.block.number !== undefined && isHashed(asked.block, encoding);
  const complete = async () => (await import('./complete-header')).completeHeader({ ...asked, encoding });
  const given = isWhole ? asked : { ...asked, block: await complete() };
  const { block } = given;
  if (block.number === undefined || transaction.index === undefined)
    return fail(failure('unsupported', 'A pending transaction cannot be executed again yet: it has no receipt.'));
  const included: IncludedBlock = { ...block, number: block.number };
  const irregular = irregularity(network.id, block.number);
  if (irregular !== undefined) return fail(failure('unsupported', irregular));
  const job: RuledJob = { ...given, stated };
  const rules = chainRules(network, block, stated);
  if (!rules.ok) return fail(failure('unsupported', rules.error));
  const hasBaseFee = isByEthereum(network.id, stated) || (stated?.family !== undefined && !isHashed(block, encoding));
  if (block.baseFeePerGas === undefined && rules.value.fork >= Fork.london && hasBaseFee)
    return fail(
      failure(
        'badAnswer',
        'The endpoint leaves out the base fee of the block, without which nothing in it can be executed.',
      ),
    );
  if ((block.excessBlobGas ?? 0) > MAX_EXCESS_BLOB_GAS)
    return fail(failure('badAnswer', 'The block states more excess blob gas than there can be.'));

  void signerOf(transaction); // while the state is on its way

  const skipped: SkippedOrigin[] = [];
  const skip = (reason: string, failed?: Failure) => {
    const passed: SkippedOrigin = {
      origin: 'prestateTracer',
      reason,
      ...(failed === undefined ? {} : { failure: failed }),
    };
    skipped.push(passed);
    job.onSkipped?.(passed);
  };
  const { index } = transaction;
  const plain = async () => {
    const listed = await fromAccessList(job, included, rules.value);
    if (listed !== undefined && isSettledForGood(listed)) return listed;
    return underEach(job, rules.value, stated, (each) => fromRpc(job, included, each, index));
  };
  const { prestate } = job;
  let answer = prestate?.use === 'second' && index === 0 ? await plain() : undefined;
  if (answer?.ok && answer.value.verified) skip(NOT_NEEDED);
  else if (prestate?.use === 'never') skip(prestate.reason);
  else if (answer === undefined || !isSettled(answer)) {
    const exact = await underEach(job, rules.value, stated, (each) => fromPrestate(job, included, each));
    if (isSettled(exact)) answer = exact;
    else if (!exact.ok) skip(exact.error.message, exact.error);
    else if (!exact.value.verified) skip(exact.value.difference);
  }
  answer ??= await plain();
  if (!answer.ok) return answer;
  if (answer.value.verified) void noteRules(network.id, answer.value, included.number);
  return ok({ ...answer.value, skipped });
}

/** Whether the header has the hash of the block as it is stated, so that nothing of it is left out. */
function isHashed(block: Block, encoding: Encoding | undefined): boolean {
  return computeHeaderHash(block, encoding) === block.hash;
}

/** Whether every block since London states a base fee: families of chains have their own ways, and others are tried. */
function isByEthereum(networkId: NetworkId, stated: StatedRules | undefined): boolean {
  return stated?.family === undefined && (stated?.isDevelopment === true || hasKnownRules(networkId));
}

/** The next transaction of a chain without known rules begins with those that gave this receipt. */
async function noteRules(networkId: NetworkId, { checked }: VerifiedReplay, block: number): Promise<void> {
  if (checked.rules !== undefined) await noteWorkedRules(networkId, checked.rules.fork, block);
}

/** Whether another origin of the state would change nothing. */
function isSettled(answer: Awaited<Answer>): boolean {
  if (answer.ok) return answer.value.verified;
  return failsAnyRequest(answer.error) || answer.error.code === 'tooLarge';
}

/** Settled, or contradicted: executing the others as well would hide it. */
function isSettledForGood(answer: Awaited<Answer>): boolean {
  return isSettled(answer) || (answer.ok && !answer.value.verified && answer.value.contradiction !== undefined);
}

const NOT_NEEDED =
  'Not asked: this transaction is the first of its block, so the state of the block before it is exact.';

/**
 * Executes the transaction again on what an earlier replay of it read; needs no
 * network. `origin`, `earlier`, `used` and `fork` are those of that replay. Fails as
 * `replayTransaction` does, and with `badAnswer` when the outcome differs now.
 */
export async function replayKept(
  job: Omit<ReplayJob, 'rpc' | 'prestate' | 'onSkipped'>,
  witness: Witness,
  origin: StateOrigin,
  earlier: number,
  used?: UsedRules,
  fork?: Fork,
): Promise<Result<VerifiedReplay, Failure>> {
  const { block, network } = job;
  if (block.number === undefined) return fail(failure('unsupported', 'A pending block has no rules yet.'));
  const included = { ...block, number: block.number };
  const runUnder = async (stated: StatedRules): Answer => {
    const rules = chainRules(network, block, stated);
    if (!rules.ok) return fail(failure('unsupported', rules.error));
    return underEach(job, rules.value, stated, (each) =>
      execute({ ...job, stated }, included, each, keptState(witness), origin, earlier),
    );
  };
  if (used !== undefined) {
    const family = used.family && (await loadFamily(used.family));
    const worked: WorkedRules = { fork: used.fork, since: 0 };
    const { hardfork } = used;
    const maker = hardfork === undefined ? { isDevelopment: false } : { isDevelopment: true, hardfork };
    const own = used.basis === 'tried' && !family ? await loadOwnGas(network.id, block) : undefined;
    const outcome = await runUnder({ ...maker, ...(family && { family }), worked, own });
    if (!outcome.ok) return outcome;
    return outcome.value.verified ? ok(outcome.value) : fail(failure('badAnswer', outcome.value.difference));
  }
  // It was executed before, so that a chain without a schedule is one of a development node; one with may be.
  const isDevelopment = goesByTheNode(network);
  const stated = fork === undefined ? {} : { fork };
  let outcome = await runUnder({ isDevelopment, ...stated });
  if (!isDevelopment && outcome.ok && !outcome.value.verified) {
    const other = await runUnder({ isDevelopment: true, ...stated });
    if (other.ok && other.value.verified) outcome = other;
  }
  if (!outcome.ok) return outcome;
  return outcome.value.verified ? ok(outcome.value) : fail(failure('badAnswer', outcome.value.difference));
}

/** Executes under all rules that the block may follow, until the outcome is the receipt's; otherwise that of the first. */
async function underEach(
  { network, block }: Pick<ReplayJob, 'network' | 'block'>,
  rules: ChainRules,
  stated: StatedRules | undefined,
  run: (rules: ChainRules) => Answer,
): Answer {
  const first = await run(rules);
  if (!first.ok || first.value.verified) return first;
  for (const other of alsoPossible(network, block, rules, stated)) {
    const outcome = await run(other);
    if (outcome.ok && outcome.value.verified) return outcome;
  }
  return rules.basis === 'tried' ? ok({ ...first.value, tried: { family: rules.family?.id } }) : first;
}

async function fromPrestate(job: RuledJob, block: IncludedBlock, rules: ChainRules): Answer {
  const { rpc, transaction, signal } = job;
  job.onProgress?.({ phase: 'state', done: 0 });
  const asked = job.prestate?.use === 'first' ? job.prestate.answer : undefined;
  const known = await (asked ?? fetchPrestate(rpc, transaction.hash, { signal }));
  if (!known.ok) return known;
  job.onProgress?.({ phase: 'state', done: known.value.accounts.length + known.value.slots.length });
  const source = exactState(rpc, known.value, signal, rules.protocol?.accounts);
  return execute(job, block, rules, source, 'prestateTracer', 0);
}

/** Undefined where there is no access list to go by. */
async function fromAccessList(
  job: RuledJob,
  block: IncludedBlock,
  rules: ChainRules,
): Promise<Awaited<Answer> | undefined> {
  const { blockAccess, transaction, stated } = job;
  const { index = 0 } = transaction;
  if (blockAccess === undefined || index === 0 || rules.fork < FIRST_FORK) return undefined;
  const [{ stateByAccessList }, { differenceFromList }] = await Promise.all([
    import('./state-by-access-list'),
    import('../../../core/proof/access-list-writes'),
  ]);
  return underEach(job, rules, stated, async (each) => {
    const before = await stateByAccessList(job, block, each, index, blockAccess);
    if (!before.ok) return before;
    if ('contradiction' in before.value) {
      const { contradiction } = before.value;
      return ok({ verified: false, difference: contradiction, contradiction });
    }
    const { source, list, isCommitted } = before.value;
    const answer = await execute(job, block, each, source, 'rpc', 0);
    if (!answer.ok || !answer.value.verified) return answer;
    const difference = differenceFromList(list, index, answer.value.replay.touched());
    // A list that nothing commits to may be wrong itself: then those before it are executed.
    if (difference !== undefined)
      return ok({ verified: false, difference, ...(isCommitted && { contradiction: difference }) });
    const compared: Compared = { ...answer.value.compared, accessList: isCommitted ? 'committed' : 'stated' };
    return ok({ ...answer.value, compared });
  });
}

const loadStateInBlock = () => import('./state-in-block');

async function fromRpc(job: RuledJob, block: IncludedBlock, rules: ChainRules, index: number): Answer {
  const { onProvisional } = job;
  const tryOnParent = async (source: ReplayState): Promise<void> => {
    if (onProvisional === undefined) return;
    const outcome = await execute(job, block, rules, source, 'rpc', 0);
    if (outcome.ok && outcome.value.verified)
      onProvisional({ trace: outcome.value.replay.finish(), blockHash: block.hash });
  };
  const maker = blockMaker(job.network, block, job.stated);
  const { stateInBlock } = await loadStateInBlock();
  const before = await stateInBlock({ ...job, maker }, block, rules, index, tryOnParent);
  if (!before.ok) return before;
  if ('difference' in before.value) return ok({ verified: false, difference: before.value.difference });
  const { source, earlier, whole } = before.value;
  return execute(job, block, rules, source, 'rpc', earlier, whole);
}
