/**
 * A bound on what the memories of all frames take together. Gas is one where a
 * block bounds it; an endpoint may state any gas limit, and memory that this
 * pays for would end the worker.
 */

/** Bytes. A transaction of 100 M gas cannot pay for half of it, however deep it calls (Yellow Paper, appendix G). */
const MOST = 512 << 20;

export class MemoryExceeded extends Error {
  constructor() {
    super('Executing it takes more than 512 MB of memory.');
  }
}

export class MemoryBudget {
  private left = MOST;

  /** Throws `MemoryExceeded` where less is left: what runs is over then. */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new MemoryExceeded();
  }

  giveBack(bytes: number): void {
    this.left = Math.min(MOST, this.left + bytes);
  }
}
