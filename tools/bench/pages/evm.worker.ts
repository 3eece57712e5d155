/** Executes workloads in a worker, as the app does: our machine and the stock one. */
import { expose } from 'comlink';
import type { StepIndex } from '../../../src/core/evm/recording/steps';
import { execute, record } from '../engines/ours';
import { executeStock } from '../engines/stock';

export type Engine = 'execute' | 'record' | 'stock';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

const api = {
  /** Steps of the workload, and the bytes kept for each when it is recorded. */
  size(creation: string, rounds: number): { steps: number; bytesPerStep: number } {
    const { replay } = record(bytesOf(creation), rounds);
    return { steps: replay.steps.length, bytesPerStep: replay.size / replay.steps.length };
  },

  async run(engine: Engine, creation: string, rounds: number): Promise<{ milliseconds: number; gasUsed: number }> {
    const code = bytesOf(creation);
    if (engine === 'stock') return executeStock(code, rounds);
    const { milliseconds, gasUsed } = (engine === 'record' ? record : execute)(code, rounds);
    return { milliseconds, gasUsed };
  },

  /** Milliseconds of reaching each of `count` steps, spread without order over the whole trace, the best of three rounds each; and its length. */
  seek(creation: string, rounds: number, count: number): { steps: number; times: number[] } {
    const { replay } = record(bytesOf(creation), rounds);
    const steps = replay.steps.length;
    const times = new Array<number>(count).fill(Number.POSITIVE_INFINITY);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < count; i++) {
        const step = Math.floor((((i + 1) * 0.618_033_988_75) % 1) * steps) as StepIndex;
        const start = performance.now();
        const at = replay.at(step);
        times[i] = Math.min(times[i] ?? Number.POSITIVE_INFINITY, performance.now() - start);
        if (at?.step !== step) throw new Error(`step ${step} was not reached`);
      }
    }
    return { steps, times };
  },
};
export type EvmWorker = typeof api;

expose(api);
