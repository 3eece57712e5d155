/**
 * Recorded blocks opened as the page opens them, from an endpoint that answers
 * with what was recorded and traces nothing: each transaction is executed
 * again, and what it paid is the change of its sender's balance.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROOF_LEVELS, type ProofLevel, proofLevel } from '../../../../src/core/proof/proof-level';
import { openTrace } from '../../../open-trace';
import { openRecorded, RECORDED, type RecordedName } from '../../chains/recorded-chain';
import { startRecordedNode } from '../../chains/recorded-node';
import { type Check, judge } from '../../check';
import { keyOf, newJob, startEngine } from '../../recorded/engine';
import type { CaseResult } from '../../suite';

/** By the recording: transactions by their place in the block, and the least level that each reaches. */
const OPENED: Readonly<Record<RecordedName, Readonly<Record<number, ProofLevel>>>> = {
  opStack: { 0: 'proven', 1: 'proven', 6: 'proven' },
  // The recording has not all nodes that proofs of the later one take.
  taiko: { 0: 'proven', 25: 'included' },
  // The recording has no header before the block, by whose root state is proven.
  scrollEuclid: { 0: 'included', 2: 'included' },
  scrollFeynman: { 0: 'included', 2: 'included' },
  scrollGalileo: { 0: 'included' },
};

export async function* cases(data: string): AsyncIterable<CaseResult> {
  for (const name of Object.keys(OPENED) as RecordedName[]) {
    if (!existsSync(join(data, RECORDED[name]))) continue;
    const chain = await openRecorded(data, name);
    const node = await startRecordedNode(chain);
    try {
      for (const [index, level] of Object.entries(OPENED[name])) {
        const transaction = chain.transactions[Number(index)];
        yield await judge(`opened ${name} ${chain.block.number} transaction ${index}`, (check) =>
          checkOpened(check, node.url, keyOf(chain.block.networkId, String(transaction?.hash)), level),
        );
      }
    } finally {
      await node.stop();
    }
  }
}

async function checkOpened(check: Check, url: string, key: ReturnType<typeof keyOf>, least: ProofLevel): Promise<void> {
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
    if (!paid.ok) throw new Error(paid.error.message);
    const { change, moved, minted, total } = paid.value;
    check.equal('the change of the sender’s balance', change, moved + minted - total);
  } finally {
    await done();
  }
}
