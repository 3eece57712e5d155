/**
 * Whether an endpoint serves the network it is configured for: eth_chainId,
 * asked before the first call, and now and then behind others. An endpoint that does not say so is used all the same, and what
 * is shown of its answers says that it does not. The answer holds for all tabs, and whoever keeps it (`onServed`)
 * spares the next visit the question: it is then asked behind what the reader waits for.
 */
import type { NetworkId } from '../../core/chain/primitives';
import { isLoopback } from '../../core/values/loopback';
import { onAbort } from './abort';
import type { EndpointClient } from './endpoint';
import type { EndpointState, ServedChain } from './endpoint-state';
import type { Lane } from './lanes';
import type { Problem } from './problem';

/**
 * A mismatch is asked about again after this long, milliseconds, beside the next call: a local node can be restarted with
 * another chain, and who then asks again by hand is not to be refused for what was. What a page asks together is answered within it.
 */
const RECHECK_AFTER = 500;
/**
 * Whether an endpoint serves the network still is asked behind a call after this long, milliseconds: a node on this
 * machine is started anew with another chain, and a balancer may send to another node.
 */
const ASK_AGAIN_AFTER = { loopback: 3_000, elsewhere: 5 * 60_000 };
/** How long a kept answer is believed at first. A URL is seldom given to another chain. */
const KEPT_FOR = 24 * 60 * 60_000;

/** Takes over that an earlier visit found the endpoint to serve the network at `servedAt`. */
export function recallChain(state: EndpointState, url: string, networkId: NetworkId, servedAt: number): void {
  // Nodes on this machine are started again and again, each time with a chain of its own.
  const isRecent = servedAt > Date.now() - KEPT_FOR;
  if (!isRecent || isLoopback(url) || state.chain() !== undefined || state.downUntil > 0) return;
  state.recallChain({ id: networkId, askedAt: servedAt });
}

/**
 * Returns the problem when the endpoint serves another chain, else undefined:
 * also when it does not say, which the call itself then shows, and when
 * `signal` fires. `onServed` hears what was found out.
 */
export async function checkChain(
  client: EndpointClient,
  networkId: NetworkId,
  timeout: number,
  signal: AbortSignal | undefined,
  onServed: (serves: boolean) => void,
): Promise<Problem | undefined> {
  const { state } = client;
  const known = state.chain();
  if (known !== undefined) {
    const isOld =
      known.id !== undefined &&
      known.askedAt + ASK_AGAIN_AFTER[isLoopback(client.url) ? 'loopback' : 'elsewhere'] < Date.now();
    if (state.isRecalled() || (matches(known) && isOld && state.asking === undefined)) {
      state.setChain(known);
      state.asking = ask('background').finally(forgetAsking);
    }
    if (matches(known) || known.askedAt + RECHECK_AFTER > Date.now()) return problemOf(known);
  }
  // In the screen's lane whoever asks first, because callers of all lanes share the answer, and without a signal of theirs.
  state.asking ??= ask('screen').finally(forgetAsking);
  return problemOf(await orAborted(state.asking, signal));

  function forgetAsking() {
    state.asking = undefined;
  }

  async function ask(lane: Lane): Promise<ServedChain | undefined> {
    const outcome = await client.call('eth_chainId', [], { lane, timeout });
    const id = outcome.kind === 'result' ? chainIdOf(outcome.result) : undefined;
    // Garbled counts as refused. What may pass, a limit or a time-out, says nothing yet.
    const saysNothing = outcome.kind === 'result' || (outcome.kind === 'error' && !outcome.problem.retry);
    if (id === undefined && !saysNothing) return undefined;
    const served = { id, askedAt: Date.now() };
    state.setChain(served);
    if (id !== undefined) onServed(id === networkId);
    return served;
  }

  function matches(served: ServedChain): boolean {
    return served.id === undefined || served.id === networkId;
  }

  function problemOf(served: ServedChain | undefined): Problem | undefined {
    if (served === undefined || matches(served)) return undefined;
    return { code: 'wrongChain', outcome: `serves chain ${served.id}, not ${networkId}`, retry: false };
  }
}

function chainIdOf(result: unknown): number | undefined {
  if (typeof result !== 'string' || !/^0x[0-9a-fA-F]{1,13}$/.test(result)) return undefined;
  return Number(result);
}

/** `promise`, or undefined as soon as the signal fires. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  return new Promise((resolve) => {
    const forget = onAbort(signal, () => resolve(undefined));
    void promise.then((value) => {
      forget();
      resolve(value);
    });
  });
}
