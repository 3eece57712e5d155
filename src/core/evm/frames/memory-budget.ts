/**
 * A bound on what the memories of all frames take together. Gas is one where a
 * block bounds it; an endpoint may state any gas limit, and memory that this
 * pays for would end the worker.
 */
import { GivenUp } from '../given-up';

/** Bytes. A transaction of 100 M gas cannot pay for half of it, however deep it calls (Yellow Paper, appendix G). */
const MOST = 512 << 20;

export class MemoryBudget {
  private left = MOST;

  /** `limit`: bytes past which an instruction fails as one without gas for its memory. `isLinear`: a word costs half a unit. */
  constructor(
    private readonly limit = Number.POSITIVE_INFINITY,
    readonly isLinear = false,
  ) {}

  /** Whether so many bytes more are past the limit. */
  isPastLimit(bytes: number): boolean {
    return MOST - this.left + bytes > this.limit;
  }

  /** Throws `GivenUp` where less is left: what runs is over then. */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new GivenUp('Executing it takes more than 512 MB of memory.', 'tooLarge');
  }

  giveBack(bytes: number): void {
    this.left = Math.min(MOST, this.left + bytes);
  }
}
