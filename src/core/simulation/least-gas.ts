/** The least gas limit that a transaction succeeds with, by running it again and again. */

/** `succeeds`: how a run with this limit came out. Exact where the limit below fails and the one found succeeds. */
export type LeastGas =
  | { state: 'exact'; limit: number; runs: number }
  /** The step does not succeed with the given limit either. */
  | { state: 'fails'; runs: number }
  /** A lower limit succeeds although a higher one fails: code looks at the gas that is left. */
  | { state: 'unsteady'; succeeds: number; fails: number; runs: number }
  /** With less gas the step reads state that the simulation did not read. */
  | { state: 'unknown'; runs: number };

/**
 * Searches from `used`, gas without refunds taken back, up to `limit`, which is tried first. About 25 runs. What it finds
 * was tried, as was the limit below; so is twice as much.
 */
export async function findLeastGas(
  used: number,
  limit: number,
  succeeds: (limit: number) => Promise<boolean>,
): Promise<LeastGas> {
  let runs = 0;
  const tryLimit = (gas: number) => {
    runs++;
    return succeeds(gas);
  };
  if (!(await tryLimit(limit))) return { state: 'fails', runs };
  let low = Math.max(0, Math.min(used, limit) - 1);
  if (await tryLimit(low)) low = 0;
  // Most executions need little more than they use: steps up from there double, so that a low limit is not passed over.
  let high = limit;
  for (let step = Math.max(1, low >> 5); low + step < limit; step *= 2) {
    const probe = low + step;
    if (await tryLimit(probe)) {
      high = probe;
      break;
    }
    low = probe;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (await tryLimit(middle)) high = middle;
    else low = middle;
  }
  const above = Math.min(limit, high * 2);
  if (above > high && !(await tryLimit(above))) return { state: 'unsteady', succeeds: high, fails: above, runs };
  return { state: 'exact', limit: high, runs };
}
