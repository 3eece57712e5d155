/** From a hash to stepping, in a worker as in the app: by executing again, and by fetching struct logs. */
import { expose } from 'comlink';
import type { Endpoint } from '../../../src/core/chain/network';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { StepIndex } from '../../../src/core/evm/steps';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../src/net/chain-reader';
import { createRpc } from '../../../src/net/rpc/rpc';
import { fetchPrestate } from '../../../src/net/state-source';
import { replayTransaction } from '../../../src/workers/trace/replay/replay-transaction';

/** A window of steps as the debugger asks for. */
const WINDOW = 60;

/** What keeps the measured things alive. */
const held: unknown[] = [];

export type Stepping = { milliseconds: number; steps: number; stack: readonly string[] };

const api = {
  /** Reads transaction, receipt and block, executes, and looks at the last steps; `stack`: before the last step. */
  async replay(url: string, networkId: number, hash: Hash): Promise<Stepping> {
    const id = networkId as NetworkId;
    const endpoint: Endpoint = { networkId: id, url, name: 'Anvil', origin: 'reader', enabled: true, priority: 0 };
    const start = performance.now();
    const rpc = createRpc({ networkId: id, endpoints: [endpoint] });
    // As the app does, which asks for the state while it reads the transaction.
    const prestate = fetchPrestate(rpc, hash);
    const [transaction, receipt] = await Promise.all([fetchTransaction(rpc, hash), fetchReceipt(rpc, hash)]);
    if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
    const block = await fetchBlock(rpc, receipt.value.blockHash);
    if (!block.ok) throw new Error(block.error.message);
    const replayed = await replayTransaction({
      rpc,
      prestate,
      network: { id, name: 'Anvil' },
      block: block.value,
      transaction: transaction.value,
      receipt: receipt.value,
      signal: new AbortController().signal,
    });
    if (!replayed.ok) throw new Error(replayed.error.message);
    if (!replayed.value.verified) throw new Error(replayed.value.difference);
    const { replay } = replayed.value;
    const trace = replay.finish();
    const last = (replay.steps.length - 1) as StepIndex;
    const window = replay.window((last - WINDOW + 1) as StepIndex, WINDOW);
    const at = replay.at(last);
    const milliseconds = performance.now() - start;
    if (at === undefined || window.length !== WINDOW) throw new Error('the last steps were not reached');
    held.push(replayed.value, trace);
    return { milliseconds, steps: replay.steps.length, stack: at.stack.map((word) => word.toString(16)) };
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
