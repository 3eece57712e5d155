/** Simulations that are watched: which can be, and how one turns from block to block. */

import { draftOf, type SimulationDraft } from '../simulation/draft';
import { unmetExpectations } from '../simulation/expectations';
import { failureText } from '../simulation/failure-text';
import { hasSucceeded } from '../simulation/has-succeeded';
import type { PlannedStep } from '../simulation/plan';
import type { StepOutcome } from '../simulation/run';
import { parseJson } from '../values/json-fields';
import { fail, ok, type Result } from '../values/result';

/**
 * How a watched simulation came out at the end of a block. expected: every step met what was expected of it, which is to
 * succeed where nothing was stated · otherwise: one did not · notRun: it could not be run. `words` say why of the last two.
 */
export type WatchedOutcome = { came: 'expected' | 'otherwise' | 'notRun'; words: string };

/** Reads the draft of a watch; the error is a sentence, also for a draft that watching cannot run. */
export function readWatchedDraft(text: string): Result<SimulationDraft, string> {
  const draft = draftOf(parseJson(text));
  if (draft === undefined) return fail('This is no simulation of version 1.');
  const accounts = draft.blocks.flatMap((block) => [block, ...block.steps].flatMap((each) => each.accounts));
  if (accounts.some(({ variables }) => variables.trim() !== ''))
    return fail('It sets variables by their names, which only the simulator can find. Set their slots instead.');
  return ok(draft);
}

/** `outcomes` are those of `steps`, in their order; a step without one did not run. */
export function watchedOutcome(steps: readonly PlannedStep[], outcomes: readonly StepOutcome[]): WatchedOutcome {
  for (const [at, { expect }] of steps.entries()) {
    const outcome = outcomes[at] ?? { state: 'notRun' };
    const unmet = unmetExpectations(expect, outcome);
    if (unmet === undefined ? hasSucceeded(outcome) : unmet.length === 0) continue;
    const where = steps.length === 1 ? '' : `step ${at + 1}: `;
    return { came: 'otherwise', words: `${where}${unmet?.join(' ') ?? reasonOf(outcome)}` };
  }
  return { came: 'expected', words: '' };
}

function reasonOf(outcome: StepOutcome): string {
  if (outcome.state === 'invalid') return outcome.reason;
  return outcome.state === 'executed' ? failureText(outcome) : 'it did not run';
}

/** Describes the turn, undefined where there is none. Untrusted text. */
export function turnText(before: WatchedOutcome, after: WatchedOutcome): string | undefined {
  if (before.came === after.came) return undefined;
  switch (after.came) {
    case 'expected':
      return `The simulation comes out as expected now. At the end of the block before: ${before.words}`;
    case 'otherwise':
      return `The simulation fails now: ${after.words}`;
    case 'notRun':
      return `The simulation cannot be run any more: ${after.words}`;
  }
}
