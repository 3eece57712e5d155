/**
 * How urgent a call is. The lane says which calls wait for which, and how many
 * request slots of an endpoint they may take:
 *
 *     screen       the reader waits for it       all of them
 *     next         probably shown soon           all but one
 *     background   only kept or indexed          half of them, and only what
 *                                                the rate limit leaves over
 */
export type Lane = 'screen' | 'next' | 'background';

/** The most urgent first. */
export const LANES: readonly Lane[] = ['screen', 'next', 'background'];

/** Returns how many of `size` request slots the calls of a lane may take, at least one. The rest stays free for more urgent lanes. */
export function slotsOfLane(lane: Lane, size: number): number {
  if (lane === 'screen') return size;
  return Math.max(1, lane === 'next' ? size - 1 : Math.floor(size / 2));
}
