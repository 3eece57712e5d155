/**
 * By how much balances changed as the tokens themselves answer, where their events say another amount or nothing. The
 * transaction is executed once more between two rounds of questions, on nothing but what its replay read: no endpoint is asked.
 */

import { bytesToAddress, bytesToHex } from '../../../core/chain/hex';
import type { Address } from '../../../core/chain/primitives';
import { slotsFoundEmpty } from '../../../core/evm/state/witness';
import { toInput } from '../../../core/evm/transaction/chain-input';
import type { Preimages } from '../../../core/replay/preimages';
import { changesToAsk } from '../../../core/safety/told-amounts';
import { runOfOne } from '../../../core/simulation/run';
import { watchedState } from '../replay/earlier-state';
import type { Replayed } from '../replay/replayed';
import { stateDiffOf } from '../replay/state-diff-of';
import { balanceIn, balanceQuestion, goingOn } from '../simulate/balance-question';
import { run } from '../simulate/run-in-slices';
import type { TraceSession } from '../trace-session';
import { transfersOf, wordsOf } from '../views/list-transfers';
import type { AssetChange, Transfers } from '../views.api';

/** Steps of the transaction with all questions; a longer one is not executed for it. */
const MAX_STEPS = 1_000_000;

/**
 * Returns the transfers, with the changes of the balances beside those that the events add up to where they differ, and
 * with those that no event tells.
 */
export async function balancedTransfers(session: TraceSession, signal: AbortSignal): Promise<Transfers> {
  const moved = transfersOf(session);
  const isOfAmounts = moved.changes.some(({ standard }) => standard === 'ERC-20');
  // Nothing is executed for a transaction alone that tells of no tokens.
  const attempt = (isOfAmounts || session.opened.replayed) && !moved.undone ? await session.replayed() : undefined;
  if (!attempt?.ok) return moved;
  const replayed = attempt.value;
  const silent = silentChanges(session, replayed, moved.changes);
  if (!isOfAmounts && silent.length === 0) return moved;
  const held = await heldChanges(replayed, [...moved.changes, ...silent], signal);
  const ownOf = ({ token, address }: AssetChange) => held.get(keyOf(token, address));
  const told = moved.changes.map((change) => {
    const own = ownOf(change);
    return change.standard !== 'ERC-20' || own === undefined || own === change.amount
      ? change
      : { ...change, held: own };
  });
  const untold = silent.flatMap((change) => {
    const own = ownOf(change);
    return own === undefined || own === 0n ? [] : [{ ...change, held: own }];
  });
  const changes = [...told, ...untold];
  return { ...moved, changes, ...wordsOf(session, moved, untold) };
}

/**
 * The balances that may have changed without an event: of tokens whose storage changed, and of the accounts that are keys of
 * their mappings there.
 */
function silentChanges(
  { knowledge: { contracts } }: TraceSession,
  replayed: Replayed,
  told: readonly AssetChange[],
): AssetChange[] {
  const known = new Set(told.map(({ token, address }) => keyOf(token, address)));
  const { pre, post } = stateDiffOf(replayed);
  const { preimages } = replayed.replay;
  return Object.keys(post).flatMap((written) => {
    const token = written as Address;
    if (contracts.knowledge(token)?.token?.standard !== 'ERC-20') return [];
    const slots = Object.keys({ ...pre[token]?.storage, ...post[token]?.storage });
    const keys = new Set(slots.flatMap((slot) => keysOf(preimages, slot)));
    return [...keys]
      .filter((address) => !known.has(keyOf(token, address)))
      .map((address) => ({ address, standard: 'ERC-20' as const, token, amount: 0n }));
  });
}

/** The addresses that a slot is kept by: keys of mappings, of nested ones all. */
function keysOf(preimages: Preimages, slot: string): Address[] {
  const found: Address[] = [];
  for (let hashed = preimages.of(BigInt(slot)); hashed?.length === 64; ) {
    // Solidity hashes the key before the slot or the outer hash, Vyper behind it.
    const words = [hashed.subarray(32), hashed.subarray(0, 32)];
    for (const word of words) if (isAddress(word)) found.push(bytesToAddress(word.subarray(12)));
    const [outer, other] = words.map((word) => preimages.of(BigInt(bytesToHex(word))));
    hashed = outer ?? other;
  }
  return found;
}

/** Whether a word may be an address: slots and other numbers below 2^64 are none. */
function isAddress(word: Uint8Array): boolean {
  return word.subarray(0, 12).every((byte) => byte === 0) && word.subarray(12, 24).some((byte) => byte !== 0);
}

const keyOf = (token: string | undefined, account: string) => `${token} ${account}`;

/** Changes of balances by token and account; without those that need state which the transaction did not read. */
async function heldChanges(
  replayed: Replayed,
  changes: readonly AssetChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint>> {
  const { block, state } = replayed.replay.execution;
  const asked = changesToAsk(changes);
  const questions = asked.map(({ token, account }) => goingOn(balanceQuestion(block, token, account)));
  const earlier = { witness: replayed.witness, empty: slotsFoundEmpty(state) };
  const tryRun = async (blocks: Parameters<typeof run>[0]) => {
    let isBeyond = false;
    const source = watchedState(earlier, () => {
      isBeyond = true;
    });
    const ran = await run(blocks, source, { signal }, { stepLimit: MAX_STEPS });
    return ran.ok && !isBeyond ? ran.value.outcomes : undefined;
  };
  const known: number[] = [];
  for (const [at, question] of questions.entries()) if (await tryRun(question)) known.push(at);
  if (known.length === 0) return new Map();
  const chosen = known.flatMap((at) => questions[at] ?? []);
  const own = goingOn(runOfOne(block, toInput(replayed.transaction), 'paid'));
  const outcomes = await tryRun([...chosen, ...own, ...chosen]);
  const held = new Map<string, bigint>();
  for (const [place, at] of known.entries()) {
    const [before, after] = [outcomes?.[place], outcomes?.[known.length + 1 + place]].map(balanceIn);
    const { token, account } = asked[at] ?? {};
    if (before !== undefined && after !== undefined) held.set(keyOf(token, account ?? ''), after - before);
  }
  return held;
}
