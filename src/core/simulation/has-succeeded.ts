import type { StepOutcome } from './run';

/** Returns whether the step did its work: it was executed and did not fail, or it was signed. */
export function hasSucceeded(outcome: StepOutcome | undefined): boolean {
  return outcome?.state === 'signed' || (outcome?.state === 'executed' && outcome.success);
}
