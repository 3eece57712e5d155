/**
 * A bound on how many requests are open at once at an endpoint, in all tabs and
 * workers together. A request slot is room for one: whoever holds the lock
 * `${name} ${i}` holds request slot `i`.
 *
 * A request slot that becomes free goes to the most urgent call that waits
 * then, not to the call that it was asked for. Urgent lanes take the last
 * request slots first. Less urgent lanes may not take those (lanes.ts), so that
 * an urgent call finds one free.
 */
import { LANES, type Lane, slotsOfLane } from './lanes';
import type { Peers, Release } from './peers';

export type Slots = {
  /** Resolves when there is room for a call of the lane, with the function that gives the room back (once). */
  take(lane: Lane): Promise<Release>;
};

export function createSlots(size: number, name: string, peers: Peers): Slots {
  /** asked: tried, or waited for, by this worker. */
  const slots: ('free' | 'asked' | 'held')[] = Array.from({ length: size }, () => 'free');
  const waiting: Record<Lane, ((release: Release) => void)[]> = { screen: [], next: [], background: [] };
  /** Number of request slots that are being tried: no more than calls wait. */
  let tried = 0;

  /** Tries one request slot per waiting call, the most urgent calls first. */
  function ask(): void {
    let wanted = 0;
    for (const lane of LANES) {
      wanted += waiting[lane].length;
      while (tried < wanted) {
        const slot = freeSlot(lane);
        if (slot === undefined) break;
        void trySlot(slot);
      }
    }
  }

  function freeSlot(lane: Lane): number | undefined {
    const last = slots.lastIndexOf('free', slotsOfLane(lane, size) - 1);
    return last < 0 ? undefined : last;
  }

  async function trySlot(slot: number): Promise<void> {
    slots[slot] = 'asked';
    tried++;
    const lock = `${name} ${slot}`;
    const release = await peers.tryLock(lock);
    tried--;
    if (release === undefined) {
      // Another tab holds it: this worker waits for it and tries the others meanwhile.
      ask();
      grant(slot, await peers.lock(lock));
    } else {
      grant(slot, release);
    }
  }

  function grant(slot: number, release: Release): void {
    const lane = LANES.find((each) => slot < slotsOfLane(each, size) && waiting[each].length > 0);
    const taker = lane && waiting[lane].shift();
    slots[slot] = taker === undefined ? 'free' : 'held';
    if (taker === undefined) {
      release();
      ask();
      return;
    }
    let isHeld = true;
    taker(() => {
      if (!isHeld) return;
      isHeld = false;
      slots[slot] = 'free';
      release();
      ask();
    });
  }

  return {
    take(lane) {
      return new Promise((resolve) => {
        waiting[lane].push(resolve);
        ask();
      });
    },
  };
}
