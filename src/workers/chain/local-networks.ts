/** Networks that no server answers for: requests of their endpoints' URLs are answered in this browser. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Peers } from '../../net/rpc/peers';
import type { Chains } from './chains';

export type LocalNetworks = {
  /** The answer to JSON-RPC as text. Rejects with a sentence where nobody could answer. */
  answer(id: NetworkId, body: string): Promise<string>;
  /** Whether this worker runs the network; it does from now on where nobody else did. */
  isHere(id: NetworkId): Promise<boolean>;
  /** The network was deleted: nobody runs it any more. */
  forget(id: NetworkId): void;
};

/** Loads what runs them. */
export type OpenLocalNetworks = (chains: Chains, peers: Peers) => Promise<LocalNetworks>;

/** What `fetch` would answer; rejects as it does, when the signal fires or nobody answers. */
export function respond(networks: LocalNetworks, id: NetworkId, init: RequestInit): Promise<Response> {
  const { signal } = init;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason ?? new DOMException('', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    networks
      .answer(id, String(init.body))
      .then((text) => resolve(new Response(text, { headers: { 'content-type': 'application/json' } })), reject)
      .finally(() => signal?.removeEventListener('abort', abort));
  });
}
