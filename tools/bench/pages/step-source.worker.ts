/** From a hash to stepping, in a worker as in the app: by executing again, and by fetching struct logs. */

import { expose } from 'comlink';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import type { Result } from '../../../src/core/values/result';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import { openTrace } from '../../open-trace';

/** A window of steps as the debugger asks for. */
const WINDOW = 60;

/** Holds the measured objects, so that they are not collected. */
const held: unknown[] = [];

export type Stepping = { milliseconds: number; steps: number; stack: readonly string[] };

const api = {
  /**
   * Asks the engine as the transaction page and the debugger do: for the
   * transaction and its trace, and once it is shown for the trace's last steps.
   * `stack`: before the last step.
   */
  async replay(url: string, networkId: number, hash: Hash): Promise<Stepping> {
    const engine = createEngine();
    const config = parseRuntimeConfig({ networks: [{ id: networkId, rpcUrls: [url] }] });
    if (!config.ok) throw new Error(config.error);
    await engine.chain.configure(config.value);
    const key = { networkId: networkId as NetworkId, hash };
    const start = performance.now();
    const { handle, verification } = wanted(await openTrace(engine, 'trace' as JobId, key));
    if (verification === undefined) throw new Error('the trace is no verified replay');
    const { steps } = verification;
    const [window, last] = await Promise.all([
      engine.trace.steps(handle, steps - WINDOW, WINDOW),
      engine.trace.stateAt(handle, steps - 1),
    ]);
    const milliseconds = performance.now() - start;
    if (wanted(window).steps.length !== WINDOW) throw new Error('the last steps were not reached');
    held.push(engine);
    return { milliseconds, steps, stack: wanted(last).stack.map((word) => word.toString(16)) };
  },

  /** debug_traceTransaction as it comes without options: every step with its stack. */
  async structLogs(url: string, hash: Hash): Promise<Stepping> {
    const start = performance.now();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params: [hash] }),
    });
    const { result } = (await response.json()) as { result: { structLogs: { stack: string[] }[] } };
    const last = result.structLogs.at(-1);
    const milliseconds = performance.now() - start;
    held.push(result);
    const stack = (last?.stack ?? []).map((word) => BigInt(word).toString(16));
    return { milliseconds, steps: result.structLogs.length, stack };
  },
};
export type StepSourceWorker = typeof api;

expose(api);

function wanted<T>(answer: Result<T, { message: string }>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
