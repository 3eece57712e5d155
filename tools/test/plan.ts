/**
 * The order in which the steps of `npm test` run.
 *
 * A plan is a list of stages, which run one after another. A stage is a list of
 * lanes, which run side by side. A lane is a list of steps, which run one after
 * another:
 *
 *     stage 1   lane 1: types → lint → unused code
 *               lane 2: build → budget
 *     stage 2   lane 1: unit tests
 *
 * A failed step stops nothing but the steps that need it.
 */
export type Step = {
  name: string;
  /** The name of an earlier step that must succeed first, e.g. the build before the tests that open it. */
  needs?: string;
  /** The command that runs the step alone, as the reader types it. */
  again: string;
};

export type Stage<S extends Step> = readonly (readonly S[])[];

/** How many tests passed and failed. */
export type Counts = { passed: number; failed: number };

export type Outcome = {
  /** `skipped`: the step it needs did not succeed. */
  state: 'passed' | 'failed' | 'skipped';
  counts: Counts;
};

/**
 * Runs every step of the plan once and reports each one as it ends. A step
 * whose needed step did not succeed is reported as skipped and not run.
 */
export async function runPlan<S extends Step>(
  plan: readonly Stage<S>[],
  run: (step: S) => Promise<Outcome>,
  report: (step: S, outcome: Outcome) => void,
): Promise<ReadonlyMap<S, Outcome>> {
  const outcomes = new Map<S, Outcome>();
  const succeeded = new Set<string>();
  const runLane = async (lane: readonly S[]) => {
    for (const step of lane) {
      const isReady = step.needs === undefined || succeeded.has(step.needs);
      const outcome: Outcome = isReady ? await run(step) : { state: 'skipped', counts: { passed: 0, failed: 0 } };
      outcomes.set(step, outcome);
      if (outcome.state === 'passed') succeeded.add(step.name);
      report(step, outcome);
    }
  };
  for (const stage of plan) await Promise.all(stage.map(runLane));
  return outcomes;
}

/** Returns the sum over all steps. A step that failed or was skipped without a count is one failure. */
export function sumCounts(outcomes: Iterable<Outcome>): Counts {
  const total: Counts = { passed: 0, failed: 0 };
  for (const { state, counts } of outcomes) {
    total.passed += counts.passed;
    total.failed += state === 'passed' ? counts.failed : Math.max(counts.failed, 1);
  }
  return total;
}
