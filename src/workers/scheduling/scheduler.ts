/**
 * The order of work in one thread. Work states what it is for, and waits for
 * work that matters more to end. No work waits for time to pass.
 *
 *     shown   what the reader waits for: starts at once
 *     next    what the reader may want next: waits until nothing is `shown`
 *     kept    what is only saved: waits as well, starts after what is `next`, one at a time
 */
import { delay } from './wait';

export type Priority = 'shown' | 'next' | 'kept';

export class Scheduler {
  /** Number of pieces of `shown` work that run. */
  private shown = 0;
  private waiting: { priority: Priority; start: () => void }[] = [];
  private lastKept: Promise<void> = Promise.resolve();
  private readonly running = new Set<Promise<unknown>>();

  /** Runs `work` when its turn comes. */
  run<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    const done = this.begin(priority, work);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.running.add(settled);
    void settled.then(() => this.running.delete(settled));
    return done;
  }

  /** Resolves once nothing runs or waits any more. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async begin<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    if (priority === 'shown') return this.show(work);
    if (priority === 'next') {
      await this.turn('next');
      return work();
    }
    const before = this.lastKept;
    let end = () => {};
    this.lastKept = new Promise((resolve) => (end = resolve));
    try {
      await before;
      await this.turn('kept');
      // Between two writes, questions that have arrived are answered.
      await delay(0);
      return await work();
    } finally {
      end();
    }
  }

  private async show<T>(work: () => Promise<T>): Promise<T> {
    this.shown++;
    try {
      return await work();
    } finally {
      this.shown--;
      if (this.shown === 0) this.release();
    }
  }

  /** Resolves when nothing is `shown`. */
  private turn(priority: Priority): Promise<void> | undefined {
    if (this.shown === 0) return undefined;
    return new Promise((start) => this.waiting.push({ priority, start }));
  }

  private release(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const { priority, start } of waiting) if (priority === 'next') start();
    for (const { priority, start } of waiting) if (priority === 'kept') start();
  }
}
