/** A kept simulation held against the transaction that was mined of it: found by its hash, or by its sender and nonce. */
import type { Address, Hash, NetworkId } from '../../../core/chain/primitives';
import type { Block, Transaction } from '../../../core/chain/transaction';
import { formatInteger } from '../../../core/format/counts';
import {
  type DifferingRead,
  differencesInBlock,
  differencesInOutcome,
  differencesSent,
  differingReads,
} from '../../../core/simulation/mined-comparison';
import { nameReads } from '../../../core/simulation/name-reads';
import { outcomeOf } from '../../../core/simulation/outcome';
import { stepTransaction } from '../../../core/simulation/prepare';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import type { StorageVariable } from '../../../core/source/values/storage-layout';
import { StoragePaths } from '../../../core/source/values/storage-path';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { fetchNonce } from '../../../net/account-reader';
import { fetchBlock, fetchFullBlock, fetchHead, fetchReceipt, fetchTransaction } from '../../../net/chain-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Chains } from '../../chain/chains';
import { networkOf } from '../../chain/find-network';
import { replayTransaction } from '../replay/replay-transaction';
import type { MinedComparison } from '../simulations.api';
import type { FindLayout } from './place-overrides';
import type { SimulationRuns } from './simulation-runs';

/** Accounts whose variables are looked for: providers may be asked for each. */
const MAX_NAMED = 10;

/**
 * Compares the step `at` with the transaction `hash`, or with the one of its sender with its nonce. Fails with
 * `notFound` where there is none yet, and as replaying does.
 */
export async function compareMined(
  chains: Chains,
  runs: SimulationRuns,
  id: SimulationId,
  at: number,
  hash: Hash | undefined,
  signal: AbortSignal,
  layoutAt: (networkId: NetworkId, block: number) => FindLayout,
): Promise<Result<MinedComparison, Failure>> {
  const found = await runs.recorded(id, at, signal);
  if (!found.ok) return found;
  const { plan, standing, step, block, outcome, recording } = found.value;
  const [rpc, network] = await Promise.all([chains.rpc(plan.networkId), networkOf(chains, plan.networkId)]);
  const wanted = { from: step.from, nonce: outcome.nonce, since: standing.block.number - 1 };
  const sent = hash === undefined ? await findSent(rpc, wanted, signal) : await fetchMined(rpc, hash, signal);
  if (!sent.ok) return sent;
  const { transaction, block: mined } = sent.value;
  const receipt = await fetchReceipt(rpc, transaction.hash, { signal });
  if (!receipt.ok) return receipt;
  const replayed = await replayTransaction({ rpc, network, block: mined, transaction, receipt: receipt.value, signal });
  if (!replayed.ok) return replayed;
  if (!replayed.value.verified)
    return fail(
      failure(
        'badAnswer',
        `The execution of the mined transaction differs from its receipt: ${replayed.value.difference}`,
      ),
    );
  const { replay } = replayed.value;
  const { result } = replay;
  if (result === undefined) return fail(failure('tooLarge', 'The mined transaction takes more steps than the limit.'));
  const differing = differingReads(recording, replay);
  const layouts = await layoutsOf(differing.reads, layoutAt(plan.networkId, receipt.value.blockNumber));
  const hashed = new Map([...recording.preimages.all(), ...replay.preimages.all()]);
  const simulated = stepTransaction(step, block, outcome, id, at);
  return ok({
    hash: transaction.hash,
    blockNumber: receipt.value.blockNumber,
    index: receipt.value.index,
    isBySender: hash === undefined,
    sent: [
      ...(transaction.from === simulated.from
        ? []
        : [`It was sent by ${transaction.from}, and simulated from ${simulated.from}.`]),
      ...differencesSent(simulated, transaction),
    ],
    outcome: differencesInOutcome(outcome, outcomeOf(replay.execution.state, result)),
    block: differencesInBlock(recording.execution.block, replay.execution.block),
    ...differing,
    reads: nameReads(differing.reads, layouts, new StoragePaths({ all: () => hashed })),
  });
}

/** The variables of the first accounts with slots that differ, as far as anybody has their sources. */
async function layoutsOf(reads: readonly DifferingRead[], findLayout: FindLayout) {
  const addresses = [...new Set(reads.flatMap(({ what, address }) => (what === 'slot' ? address : [])))];
  const layouts = new Map<Address, readonly StorageVariable[]>();
  for (const address of addresses.slice(0, MAX_NAMED)) {
    const layout = await findLayout(address);
    if (layout.ok) layouts.set(address, layout.value);
  }
  return layouts;
}

type Mined = { transaction: Transaction; block: Block };

async function fetchMined(rpc: Rpc, hash: Hash, signal: AbortSignal): Promise<Result<Mined, Failure>> {
  const transaction = await fetchTransaction(rpc, hash, { signal });
  if (!transaction.ok) return transaction;
  const { blockHash } = transaction.value;
  if (blockHash === undefined) return fail(failure('notFound', 'This transaction is not mined yet.'));
  const block = await fetchBlock(rpc, blockHash, { signal });
  return block.ok ? ok({ transaction: transaction.value, block: block.value }) : block;
}

/** Asks for the sender's nonce at blocks between, halving the distance: some twenty questions for a million blocks. */
async function findSent(
  rpc: Rpc,
  { from, nonce, since }: { from: Address; nonce: number; since: number },
  signal: AbortSignal,
): Promise<Result<Mined, Failure>> {
  const head = await fetchHead(rpc, { signal });
  if (!head.ok) return head;
  const isSentAt = async (block: number): Promise<Result<boolean, Failure>> => {
    const next = await fetchNonce(rpc, from, block, { signal });
    return next.ok ? ok(next.value > nonce) : next;
  };
  let before = Math.max(0, since);
  let after = head.value.blockNumber;
  const atHead = await isSentAt(after);
  if (!atHead.ok) return atHead;
  if (!atHead.value)
    return fail(
      failure(
        'notFound',
        `${from} has sent no transaction with nonce ${formatInteger(nonce)} yet. Compare again once it is mined.`,
      ),
    );
  const early = await isSentAt(before);
  if (!early.ok) return early;
  if (early.value)
    return fail(
      failure(
        'notFound',
        `${from} had used nonce ${formatInteger(nonce)} before the block that was simulated on. Give the hash of the mined transaction.`,
      ),
    );
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const isSent = await isSentAt(middle);
    if (!isSent.ok) return isSent;
    if (isSent.value) after = middle;
    else before = middle;
  }
  const full = await fetchFullBlock(rpc, after, { signal });
  if (!full.ok) return full;
  const transaction = full.value.transactions.find((each) => each.from === from && each.nonce === nonce);
  if (transaction === undefined)
    return fail(
      failure(
        'notFound',
        `Nonce ${formatInteger(nonce)} of ${from} was used in block ${formatInteger(after)}, and not by a transaction that it sent: by an authorisation, or by making a contract.`,
      ),
    );
  return ok({ transaction, block: full.value.block });
}
