import type { StepOutcome } from './run';

/** Whether the step did what it is there for: it was executed and did not fail, or it was signed. */
export function hasSucceeded(outcome: StepOutcome | undefined): boolean {
  return outcome?.state === 'signed' || (outcome?.state === 'executed' && outcome.success);
}
