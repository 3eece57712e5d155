/** Executions in slices, with what they miss supplied on the way. */
import { Stop } from '../../core/evm/machine';
import { type Failure, failure } from '../../core/failure';
import { createPace } from './pace';
import type { ReplayState } from './replay-state';

/** Steps between two looks at whether the job was cancelled. */
const SLICE = 200_000;

/** Runs in slices, supplying what is missing; undefined at the end, otherwise why it came to no end. */
export async function runToEnd(
  task: { run(budget: number): Stop },
  source: ReplayState,
  signal: AbortSignal,
  afterSlice: () => Failure | undefined = () => undefined,
): Promise<Failure | undefined> {
  const pace = createPace(signal);
  for (;;) {
    if (signal.aborted) return failure('cancelled', 'Cancelled.');
    const stop = task.run(SLICE);
    if (stop === Stop.done) return undefined;
    const { missing } = source.state;
    const failed = stop === Stop.missing && missing ? await source.supply(missing) : afterSlice();
    if (failed) return failed;
    try {
      await pace.pause();
    } catch {
      return failure('cancelled', 'Cancelled.');
    }
  }
}
