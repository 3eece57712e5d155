/** Networks that no server answers for: requests of their endpoints' URLs are answered in this browser. */
import type { NetworkId } from '../../core/chain/primitives';

export type LocalNetworks = {
  /** The answer to JSON-RPC as text. Rejects with a sentence where nobody could answer. */
  answer(id: NetworkId, body: string): Promise<string>;
  /** What `fetch` would answer; rejects as it does, when the signal fires or nobody answers. */
  respond(url: string, init: RequestInit): Promise<Response>;
  /** Whether this worker runs the network; it does from now on where nobody else did. */
  isHere(id: NetworkId): Promise<boolean>;
  /** The network was deleted: nobody runs it any more. */
  forget(id: NetworkId): void;
};
