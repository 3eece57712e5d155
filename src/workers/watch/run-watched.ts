/** One run of a watched simulation at the end of a block. */

import { readDraft } from '../../core/simulation/read-draft';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readWatchedDraft, type WatchedOutcome, watchedOutcome } from '../../core/watch/watched-simulation';
import { fetchBlock } from '../../net/chain-reader';
import type { Work } from '../trace/simulate/find-standing';
import type { FindLayout } from '../trace/simulate/place-overrides';
import { runOnChain } from '../trace/simulate/run-on-chain';
import type { SeenBlock } from './watch-store';

const MOVED = fail(failure('notFound', 'The chain was reorganised while a simulation ran.'));

/**
 * Runs the simulation at the end of `block`. Fails as its endpoint does, also where the block left the chain
 * meanwhile; a simulation that cannot be run at all is an outcome.
 */
export async function runWatched(work: Work, text: string, block: SeenBlock): Promise<Result<WatchedOutcome, Failure>> {
  const draft = readWatchedDraft(text);
  if (!draft.ok) return ok({ came: 'notRun', words: draft.error });
  const read = readDraft(draft.value);
  if (!read.ok) return ok({ came: 'notRun', words: Object.values(read.error)[0] ?? 'Its request is damaged.' });
  if (read.value.networkId !== work.network.id) return ok({ came: 'notRun', words: 'It is of another network.' });
  const plan = { ...read.value, position: { block: block.number, place: 'end' } as const };
  const ran = await runOnChain(work, plan, () => noLayout);
  // State is asked for by the block's number: it is this block's where the number has this hash before and after.
  const now = await fetchBlock(work.rpc, block.number, { signal: work.signal });
  if (!now.ok) return now;
  if (now.value.hash !== block.hash) return MOVED;
  if (!ran.ok) {
    const cannotRun = ran.error.code === 'unsupported' || ran.error.code === 'tooLarge';
    return cannotRun ? ok({ came: 'notRun', words: ran.error.message }) : ran;
  }
  const { standing, run } = ran.value;
  if (standing.block.hash !== block.hash) return MOVED;
  return ok(
    watchedOutcome(
      plan.blocks.flatMap(({ steps }) => steps),
      run.outcomes,
    ),
  );
}

/** Variables by their names are refused before a run (`readWatchedDraft`). */
const noLayout: FindLayout = async () => fail(failure('unsupported', 'The layout of variables is not known here.'));
