/** What is learned of the contracts of an open trace: from what is kept and executed, from the bundled table, and from the node. */
import { mentionedAddresses } from '../../../core/trace/mentioned-addresses';
import { fromOf } from '../../../core/trace/row-fields';
import { rowIndex } from '../../../core/trace/rows';
import type { Rpc } from '../../../net/rpc/rpc';
import {
  learnFromCodes,
  learnFromInitCodes,
  learnFromKept,
  learnProxiesOfBlock,
} from '../../contracts/knowledge/learn-at-hand';
import { decoder } from '../decoding/decoder';
import type { Replayed } from '../replay/replayed';
import type { TraceSession } from '../trace-session';
import { codesBegun, codesOf, delegationsOf, leftNoCode, questionOf } from './codes-of-trace';

/**
 * Learns what needs no network: kept knowledge, and for a replay, what imported build output says of the code that ran. Loads
 * what tells it.
 */
export async function learnAtHand(session: TraceSession, replayed: Replayed | undefined): Promise<void> {
  const { knowledge, touched, opened, trace } = session;
  await learnFromKept(knowledge, touched.contracts, touched.signatures);
  // What was kept may be of another block.
  learnProxiesOfBlock(knowledge, codesBegun(opened, replayed));
  // A development node sends for contracts, too (impersonation).
  const sender = trace.rows.length > 0 ? fromOf(trace, rowIndex(0)) : undefined;
  const running = sender === undefined ? touched.running : [...touched.running, sender];
  if (replayed) await learnFromCodes(knowledge, codesOf(replayed, running));
  await learnFromInitCodes(knowledge, leftNoCode(trace, touched));
  const known = touched.contracts.map((address) => knowledge.contracts.knowledge(address));
  if (known.some((contract) => contract?.token ?? contract?.pairTokens)) await loadAmounts();
  await session.loadWords();
}

async function loadAmounts(): Promise<void> {
  const { amounts } = await decoder.load();
  await amounts.load();
}

/**
 * Looks the selectors and topics of the trace, and `held` ones, up in the bundled table. Returns whether anything became
 * known, once it can be told.
 */
export async function learnBundled(session: TraceSession, held: readonly string[] = []): Promise<boolean> {
  const { knowledge, touched } = session;
  const found = await knowledge.signatures.load([...new Set([...touched.signatures, ...held])]);
  await session.loadWords();
  return found;
}

/** Asks the bundled table and the chain about the contracts of the trace. Returns whether anything became known. */
export async function learnFromNode(session: TraceSession, rpc: Rpc, signal: AbortSignal): Promise<boolean> {
  // This code is loaded behind the rows.
  const { learnFromChain, learnMentioned } = await import('../../contracts/knowledge/learn-contracts');
  const { cached, replayed, receipt } = session.opened;
  const asked = questionOf(session);
  // Code that ran in an execution of this visit is at hand.
  const ran = cached || replayed === undefined ? [] : codesOf(replayed, asked.contracts);
  const delegating = delegationsOf(session.opened);
  const witness = replayed?.witness ?? session.opened.witness;
  if (witness !== undefined) {
    const { learnExecutedProxies } = await import('../../contracts/knowledge/learn-executed-proxies');
    await learnExecutedProxies(session.knowledge, witness, session.touched.delegating);
  }
  const codes = new Map([...ran, ...asked.codes, ...delegating]);
  const { statedTokens } = await import('../decoding/stated-items');
  const { tokens, wrappers, items } = statedTokens(session.trace);
  const told = { ...asked, tokens: new Map([...tokens, ...asked.tokens]), wrappers, items };
  const question = { ...told, codes, block: receipt.blockNumber, signal };
  const mentioned = mentionedAddresses(session.trace, session.touched.examples.values());
  const { heldSelectors } = await import('../../../core/trace/held-selectors');
  const bundled = learnBundled(session, heldSelectors(session.trace));
  const learned = await Promise.all([bundled, learnFromChain(session.knowledge, rpc, question), loadAmounts()]);
  const recalled = await learnMentioned(session.knowledge, rpc, mentioned, signal);
  return learned.includes(true) || recalled;
}
