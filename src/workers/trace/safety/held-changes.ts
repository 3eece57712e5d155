/**
 * By how much balances changed as the tokens themselves answer, where their events say another amount. The transaction is
 * executed once more between two rounds of questions, on nothing but what its replay read: no endpoint is asked.
 */
import { slotsFoundEmpty } from '../../../core/evm/state/witness';
import { toInput } from '../../../core/evm/transaction/chain-input';
import { changesToAsk } from '../../../core/safety/told-amounts';
import { runOfOne } from '../../../core/simulation/run';
import { watchedState } from '../replay/replay-state';
import type { Replayed } from '../replay/replayed';
import { balanceIn, balanceQuestion, goingOn } from '../simulate/balance-question';
import { run } from '../simulate/run-in-slices';
import type { TraceSession } from '../trace-session';
import { transfersOf } from '../views/list-transfers';
import type { AssetChange, Transfers } from '../views.api';

/** Steps of the transaction with all questions; a longer one is not executed for it. */
const MAX_STEPS = 1_000_000;

/** Returns the transfers, with the changes of the balances beside those that the events add up to where they differ. */
export async function balancedTransfers(session: TraceSession, signal: AbortSignal): Promise<Transfers> {
  const moved = transfersOf(session);
  const isOfAmounts = moved.changes.some(({ standard }) => standard === 'ERC-20');
  const replayed = isOfAmounts && !moved.undone ? await session.replayed() : undefined;
  if (!replayed?.ok) return moved;
  const held = await heldChanges(replayed.value, moved.changes, signal);
  return {
    ...moved,
    changes: moved.changes.map((change) => {
      const own = held.get(keyOf(change.token, change.address));
      return change.standard !== 'ERC-20' || own === undefined || own === change.amount
        ? change
        : { ...change, held: own };
    }),
  };
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
