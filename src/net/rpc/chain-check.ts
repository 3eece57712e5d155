/** Whether an endpoint serves the network it is configured for: eth_chainId, asked once. */
import type { NetworkId } from '../../core/chain/primitives';
import { onAbort } from './abort';
import type { EndpointClient } from './endpoint';
import type { RpcLimits } from './limits';
import type { Problem } from './problem';

/** A mismatch is asked about again after this long, since a local node can be restarted with another chain. */
const RECHECK_AFTER = 5_000;

/**
 * The problem when the endpoint serves another chain, else undefined: also when
 * it does not say, which the call itself then shows, and when `signal` fires.
 */
export function checkChain(
  client: EndpointClient,
  networkId: NetworkId,
  limits: RpcLimits,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  if (client.chain === undefined || client.chain.validUntil < Date.now()) {
    const chain = { problem: ask(), validUntil: Number.POSITIVE_INFINITY };
    client.chain = chain;
  }
  return orAborted(client.chain.problem, signal);

  async function ask(): Promise<Problem | undefined> {
    // Without the caller's signal, because callers share the answer.
    const outcome = await client.call('eth_chainId', [], { timeout: limits.timeout });
    const chainId = outcome.kind === 'result' ? chainIdOf(outcome.result) : undefined;
    const refused = outcome.kind === 'error' && outcome.problem.code === 'unsupported';
    if (client.chain && chainId !== networkId && !refused) {
      client.chain.validUntil = chainId === undefined ? 0 : Date.now() + RECHECK_AFTER;
    }
    if (chainId === undefined || chainId === networkId) return undefined;
    return { code: 'wrongChain', outcome: `serves chain ${chainId}, not ${networkId}`, retry: false };
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
