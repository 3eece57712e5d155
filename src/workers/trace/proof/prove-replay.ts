/**
 * What is proven of a verified replay behind its rows: that its block includes
 * it, that the state it was executed on is the chain's, and that other
 * endpoints have the block. Everything is asked for in the background. What an
 * endpoint does not give is named, and has no other effect than a lower level.
 */
import type { Network } from '../../../core/chain/network';
import type { Block, Receipt, Transaction } from '../../../core/chain/transaction';
import { blockMaker, type StatedRules } from '../../../core/evm/rules/chain-rules';
import type { Witness } from '../../../core/evm/state/witness';
import { computeHeaderHash } from '../../../core/proof/header';
import type { Checked } from '../../../core/proof/proof-level';
import { fetchBlockReceipts } from '../../../net/block-receipts';
import { fetchBlock, fetchFullBlock } from '../../../net/chain-reader';
import { type Rpc, saysNoChain } from '../../../net/rpc/rpc';
import type { KnownState } from '../../../net/state-source';
import { checkFacts } from '../replay/check-facts';
import { statedRules } from '../replay/stated-rules';
import { findLinkedBlocks } from './linked-blocks';
import { proveState } from './prove-state';

export type ProofQuestion = {
  network: Pick<Network, 'id' | 'name'>;
  rpc: Rpc;
  /** One client for each further endpoint of the network. */
  others: readonly { name: string; rpc: Rpc }[];
  transaction: Transaction;
  receipt: Receipt;
  block: Block;
  /** Checks that were made with the execution. */
  checked: Checked;
  /** State after the block before that the execution read, or why it is not known, in a sentence. */
  read: KnownState | string;
  /** Hashes of earlier blocks that were read, and the parent's. */
  hashes: Witness['hashes'];
  signal: AbortSignal;
};

/** Returns `checked` with all that could be proven beyond it. */
export async function proveReplay(question: ProofQuestion): Promise<Checked> {
  const { rpc, network, block } = question;
  const stated = await statedRules(rpc, network, block);
  let checked = await proveInclusion(question, stated);
  if (checked.contradiction !== undefined) return checked;
  checked = await proveStateRead(question, checked, stated);
  if (checked.contradiction !== undefined) return checked;
  const linked = await findLinkedBlocks(network.id, block, stated?.family?.encoding);
  return askOthers(question, linked === undefined ? checked : { ...checked, linked });
}

async function proveInclusion(
  { network, rpc, block, transaction, receipt, checked, signal }: ProofQuestion,
  stated: StatedRules | undefined,
): Promise<Checked> {
  // A block of one transaction is whole with it: its roots were compared with the execution.
  if (checked.isIncluded || block.hash === undefined || block.transactions.length === 1) return checked;
  const calls = (checked.calls ?? 0) + 2;
  const [full, receipts] = await Promise.all([
    fetchFullBlock(rpc, block.hash, { signal }),
    // In one request: nobody waits for either.
    fetchBlockReceipts(rpc, block, { signal, alone: false }),
  ]);
  const failed = full.ok ? (receipts.ok ? undefined : receipts.error) : full.error;
  if (!full.ok || !receipts.ok) {
    return { ...checked, calls, notIncluded: `The whole block could not be loaded: ${failed?.message}` };
  }
  const whole = { transactions: full.value.transactions, receipts: receipts.value };
  const facts = await checkFacts({
    network,
    transaction,
    receipt,
    block,
    whole,
    stated,
    saysNoChain: saysNoChain(rpc),
  });
  if ('contradiction' in facts) return { ...checked, calls, contradiction: facts.contradiction };
  return { ...checked, ...facts.checked, calls };
}

async function proveStateRead(
  question: ProofQuestion,
  checked: Checked,
  stated: StatedRules | undefined,
): Promise<Checked> {
  const { rpc, block, read, hashes, network, signal } = question;
  const unproven = (reason: string): Checked => ({ ...checked, state: { isProven: false, reason } });
  if (typeof read === 'string') return unproven(read);
  const { number } = block;
  const encoding = stated?.family?.encoding;
  // A header that does not have its own hash only claims its parent, too.
  if (number === undefined || computeHeaderHash(block, encoding) !== block.hash) {
    return unproven('The header of the block could not be checked, so its parent’s state root proves nothing.');
  }
  const proven = await proveState(rpc, { ...block, number }, read, hashes, signal, encoding);
  const { proofs, isContradiction, others, calls } = proven;
  const found = { ...checked, state: proofs, calls: (checked.calls ?? 0) + calls };
  if (!isContradiction || proofs.isProven) return found;
  // A chain of unknown rules may keep balances otherwise than its headers commit to them.
  if (checked.rules?.basis === 'tried' && others.every(({ part }) => part === 'balance'))
    return { ...found, otherState: others };
  if (others.length > 0) return { ...found, contradiction: proofs.reason, otherState: others };
  // Development nodes let state be changed between blocks, which no header commits to: proofs lead to another root then.
  return blockMaker(network, block, stated) === 'ethereum' ? { ...found, contradiction: proofs.reason } : found;
}

/** Which of the other endpoints have the block. Those that do not answer, or do not have it yet, say nothing. */
async function askOthers({ others, block, signal }: ProofQuestion, checked: Checked): Promise<Checked> {
  const { number, hash } = block;
  if (others.length === 0 || number === undefined || hash === undefined) return checked;
  const answers = await Promise.all(
    others.map(async ({ name, rpc }) => ({ name, answer: await fetchBlock(rpc, number, { signal }) })),
  );
  const agreeing: string[] = [];
  const disagreeing: string[] = [];
  for (const { name, answer } of answers) {
    if (answer.ok) (answer.value.hash === hash ? agreeing : disagreeing).push(name);
  }
  return { ...checked, agreeing, disagreeing, calls: (checked.calls ?? 0) + others.length };
}
