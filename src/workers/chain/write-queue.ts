/**
 * Writes nobody waits for. What an endpoint answered is shown first and kept a
 * moment later: on a first visit the database, and all that is needed to use
 * it, is loaded after the reader has seen something.
 */
export type Backlog = {
  /** Does `work` soon, after what was added before. */
  add(work: () => Promise<unknown>): void;
  /** Does what waits now; resolves once it is done. */
  flush(): Promise<void>;
};

/** A backlog that lets at most `patience` milliseconds pass. */
export function createBacklog(patience = 500): Backlog {
  let waiting: (() => Promise<unknown>)[] = [];
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const works = waiting;
    waiting = [];
    const run = async () => {
      for (const work of works) await work();
    };
    running = running.then(run, run);
    return running;
  }
  return {
    add(work) {
      waiting.push(work);
      timer ??= setTimeout(() => void flush(), patience);
    },
    flush,
  };
}
