/** Runs `loupe` in this process. */
import type { Io } from '../../tools/loupe/command';
import '../../tools/memory-database';
import { runLoupe } from '../../tools/loupe/run';

export type Ended = { code: number; out: string; err: string };

/** Runs a command in an empty folder unless another is given, and returns what it wrote and the code it ended with. */
export async function loupe(given: readonly string[], folder = '/', isTerminal = false): Promise<Ended> {
  const ended: Ended = { code: -1, out: '', err: '' };
  ended.code = await runLoupe(given, ioInto(ended, folder, isTerminal));
  return ended;
}

/** Returns where a command stands that writes into `ended`. */
export function ioInto(ended: Ended, folder = '/', isTerminal = false): Io {
  return {
    out: (text) => {
      ended.out += text;
    },
    err: (text) => {
      ended.err += text;
    },
    isTerminal,
    isErrTerminal: false,
    width: 100,
    folder,
    environment: { LOUPE_DEBUG: '' },
  };
}
