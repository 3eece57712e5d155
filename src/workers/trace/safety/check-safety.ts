/** Collects what the rules of action safety need to know of an open trace, and asks them. */

import { bytesToAddress, bytesToHex } from '../../../core/chain/hex';
import type { Address, Hex } from '../../../core/chain/primitives';
import { hasItems } from '../../../core/chain/token-standard';
import { approvalsOf } from '../../../core/safety/approvals';
import { bySeverity, checkSafety } from '../../../core/safety/check';
import { newCodesOf } from '../../../core/safety/code-control';
import { codeSlots } from '../../../core/safety/code-slots';
import { unnamedGainers } from '../../../core/safety/one-sided';
import { tokenRecipients } from '../../../core/safety/recipients';
import { takersOf } from '../../../core/safety/signatures';
import type { ChangedVariable, Moving, SafetySubject } from '../../../core/safety/subject';
import { RULES, type RuleId, type Verdict } from '../../../core/safety/verdict';
import { depthIdOf } from '../../../core/trace/depth-id';
import { outputOf } from '../../../core/trace/row-fields';
import { RowFlag } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readAddressVisits } from '../../../db/reader/address-visits';
import { readLabels } from '../../../db/reader/labels';
import { fetchCode } from '../../../net/account-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Chains } from '../../chain/chains';
import { learnCalled } from '../../contracts/knowledge/learn-called';
import type { Replayed } from '../replay/replayed';
import { stateDiffOf } from '../replay/state-diff-of';
import type { SafetyReport, VerdictView } from '../safety.api';
import type { TraceSession } from '../trace-session';
import { checkBalances } from './asked-balances';
import { blockBelow, checkBlockReads } from './block-reads';
import { withUnits } from './evidence-units';

/** Accounts that are asked for. */
const MAX_ASKED = 50;
/** Blocks within which code counts as young: a week where one comes every 12 seconds. */
const YOUNG = 50_000;
/** Addresses that the reader looked at last, and that somebody may imitate. */
const MAX_VISITS = 500;

export async function checkSafetyOf(
  chains: Chains,
  session: TraceSession,
  signal: AbortSignal,
  /** State variables that changed, as far as sources name them. */
  variables: readonly ChangedVariable[],
): Promise<Result<SafetyReport, Failure>> {
  const { trace, key, opened } = session;
  const rules = Object.keys(RULES) as RuleId[];
  const authorizations = opened.transaction.authorizationList ?? [];
  const hasFailed = trace.rows.length === 0 || (trace.rows.flags[0] & RowFlag.failed) !== 0;
  if (hasFailed && authorizations.length === 0)
    return ok({
      verdicts: [],
      checked: [],
      left: ['It failed: all its changes were undone, so there was nothing to check.'],
      asked: 0,
      runs: 0,
    });
  const [rpc, attempt, known] = await Promise.all([
    chains.rpc(key.networkId),
    session.replayed(),
    addressesKnown(session),
  ]);
  const replayed = attempt.ok ? attempt.value : undefined;
  const codes = await askCodes(rpc, session, replayed, signal);
  if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
  const { contracts } = session.knowledge;
  const spenders = [...new Set(approvalsOf(movingOf(session)).map(({ spender }) => spender))].slice(0, MAX_ASKED);
  // Code that comes to be used afterwards need not have run, so nothing was learnt of it yet.
  const used = [...newCodesOf(trace), ...spenders, ...authorizations.map(({ address }) => address)];
  await learnCalled(
    session.knowledge,
    rpc,
    used.map((to) => ({ to })),
  );
  // What came back for a loss may be a token made for it.
  const returned = unnamedGainers({ ...movingOf(session), sender: opened.transaction.from }).flatMap(
    (each) => each.returned,
  );
  const young = await askYoung(rpc, session, [...new Set([...spenders, ...returned])].slice(0, MAX_ASKED), signal);
  const outcomes = replayed?.authorizations();
  const subject: SafetySubject = {
    ...movingOf(session),
    sender: opened.transaction.from,
    delegations: authorizations.flatMap(({ address, chainId }, at) => {
      const outcome = outcomes?.[at];
      return outcome?.refusal === undefined
        ? [{ authority: outcome?.authority, to: address, chainId: BigInt(chainId) }]
        : [];
    }),
    codeOf: (address) => codes.known.get(address),
    isYoung: (address) => young.get(address),
    isVerified: (address) => contracts.knowledge(address)?.match !== undefined,
    known,
    variables: [...variables, ...unnamedCodes(session, replayed, variables)],
  };
  // Of a transaction that failed only its delegations stay (EIP-7702): no rule finds anything in rows that were undone.
  const verdicts = checkSafety(subject);
  const left = [...codes.left];
  let runs = 0;
  if (hasFailed) left.push('It failed: of what it did only the delegations of accounts stay.');
  else if (replayed === undefined)
    left.push('It was not executed here, so it is not known whether it behaves differently in another block.');
  else {
    const at = await blockBelow(rpc, session, replayed, signal);
    if (!at.ok) return at;
    const reads = await checkBlockReads(rpc, replayed, at.value, signal);
    if (!reads.ok) return reads;
    const balances = await checkBalances(rpc, session, replayed, at.value, signal);
    if (signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
    verdicts.push(...reads.value.verdicts, ...(balances.ok ? balances.value : []));
    left.push(...reads.value.left);
    if (!balances.ok) left.push(`Balances could not be asked of the tokens: ${balances.error.message}`);
    runs = reads.value.runs;
  }
  return ok({
    verdicts: bySeverity(verdicts).map((verdict) => asShown(session, verdict)),
    checked: hasFailed
      ? (['delegate'] satisfies RuleId[])
      : replayed === undefined
        ? rules.filter((rule) => rule !== 'environment' && rule !== 'told-amounts')
        : rules,
    left,
    asked: codes.asked + young.size,
    runs,
  });
}

/** Slots of code that no source names. */
function unnamedCodes(
  { trace }: TraceSession,
  replayed: Replayed | undefined,
  variables: readonly ChangedVariable[],
): ChangedVariable[] {
  if (replayed === undefined) return [];
  const { pre, post } = stateDiffOf(replayed);
  return codeSlots(trace, pre, post).filter(
    ({ address, before, after }) =>
      !variables.some(
        (named) =>
          named.address === address && named.before.toLowerCase() === before && named.after.toLowerCase() === after,
      ),
  );
}

function movingOf({ trace, knowledge }: TraceSession): Moving {
  return { trace, hasItems: (token) => hasItems(knowledge.contracts.knowledge(token)?.token) };
}

function asShown({ trace, knowledge }: TraceSession, { rows, evidence, ...verdict }: Verdict): VerdictView {
  return {
    ...verdict,
    evidence: withUnits(evidence, knowledge.contracts),
    rows: rows.map((row) => depthIdOf(trace, row)),
  };
}

/** Addresses that the reader named or looked at. */
async function addressesKnown({ key }: TraceSession): Promise<ReadonlySet<Address>> {
  const [labels, visits] = await Promise.all([readLabels(key.networkId), readAddressVisits(key.networkId, MAX_VISITS)]);
  return new Set([...labels, ...visits].map(({ address }) => address));
}

/** The code of owners and spenders of approvals and of who gets something: as it was read, or as the endpoint says of the block. */
async function askCodes(
  rpc: Rpc,
  session: TraceSession,
  replayed: Replayed | undefined,
  signal: AbortSignal,
): Promise<{ known: ReadonlyMap<Address, Hex>; left: string[]; asked: number }> {
  const { trace, touched, opened } = session;
  const { witness } = replayed ?? {};
  const known = new Map<Address, Hex>(
    witness?.accounts.map(({ address, code }) => [bytesToAddress(address), bytesToHex(witness.codes[code])]),
  );
  for (const [address, row] of touched.created) known.set(address, bytesToHex(outputOf(trace, row)));
  const acting = { ...movingOf(session), sender: opened.transaction.from };
  const wanted = new Set([
    ...approvalsOf(acting).flatMap(({ owner, spender }) => [owner, spender]),
    ...tokenRecipients(trace),
    ...unnamedGainers(acting).map(({ to }) => to.address),
    ...takersOf(acting),
  ]);
  const unknown = [...wanted].filter((address) => !known.has(address));
  const asked = unknown.slice(0, MAX_ASKED);
  const at = opened.receipt.blockNumber;
  const answers = await Promise.all(asked.map((address) => fetchCode(rpc, address, at, { signal })));
  let failed = unknown.length - asked.length;
  for (const [index, address] of asked.entries()) {
    const answer = answers[index];
    if (answer?.ok) known.set(address, answer.value);
    else failed++;
  }
  const left =
    failed === 0
      ? []
      : [
          `Whether ${failed === 1 ? 'one account' : `${failed} accounts`} of its approvals and transfers have code could not be asked.`,
        ];
  return { known, left, asked: asked.length };
}

/** Which of the accounts had no code some days before. A chain that is younger, and a node without old state, say nothing. */
async function askYoung(
  rpc: Rpc,
  { opened }: TraceSession,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, boolean>> {
  const at = opened.receipt.blockNumber - YOUNG;
  if (at <= 0) return new Map();
  const answers = await Promise.all(addresses.map((address) => fetchCode(rpc, address, at, { signal })));
  return new Map(
    addresses.flatMap((address, index) => {
      const answer = answers[index];
      return answer?.ok ? [[address, answer.value === '0x'] as const] : [];
    }),
  );
}
