/** Progress on the standard error: for a person, and only of what takes longer than a second. */
import { progressText } from '../../src/app/progress-text';
import { truncate } from '../../src/core/format/shorten';
import type { Progress } from '../../src/workers/ids';
import type { Io } from './command';

/** Milliseconds before the first word, and between two. */
const QUIET = 1_000;
const APART = 100;

export type ProgressLine = {
  say(progress: Progress | string): void;
  /** Takes the line away. */
  end(): void;
};

/** Begins a line of progress. It draws nothing before a second is over, and nothing where nobody watches. */
export function startProgress({
  err,
  isErrTerminal,
  width,
}: Pick<Io, 'err' | 'isErrTerminal' | 'width'>): ProgressLine {
  let last = Date.now() + QUIET - APART;
  let isDrawn = false;
  return {
    say(progress) {
      const now = Date.now();
      if (!isErrTerminal || now - last < APART) return;
      last = now;
      isDrawn = true;
      err(`\r${truncate(typeof progress === 'string' ? progress : progressText(progress), width - 1)}\u001b[K`);
    },
    end() {
      if (isDrawn) err('\r\u001b[K');
      isDrawn = false;
    },
  };
}
