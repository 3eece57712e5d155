/** Shortens a sequence of calls that breaks an invariant. */

/**
 * Returns a part of the steps, in their order, that breaks it, too, and of which no single step can be left out unless
 * the limit of tries ended it. Leaves out halves first, then quarters and so on, so that long sequences take few tries.
 */
export async function shorten<Step>(
  steps: readonly Step[],
  breaks: (steps: readonly Step[]) => Promise<boolean>,
  limit: number,
): Promise<readonly Step[]> {
  let best = steps;
  let left = limit;
  for (let size = Math.ceil(steps.length / 2); size >= 1 && left > 0; ) {
    const before = best.length;
    for (let at = 0; at < best.length && left > 0; left--) {
      const without = [...best.slice(0, at), ...best.slice(at + size)];
      if (await breaks(without)) best = without;
      else at += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (best.length === before) break;
  }
  return best;
}
