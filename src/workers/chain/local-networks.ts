/** Networks that no server answers for: requests of their endpoints' URLs are answered in this browser. */
import type { NetworkId } from '../../core/chain/primitives';

export type LocalNetworks = {
  /** The answer to JSON-RPC as text. Rejects with a sentence where nobody could answer. */
  answer(id: NetworkId, body: string): Promise<string>;
  /** Answers as `fetch` would; rejects as it does, when the signal fires or nobody answers. */
  respond(url: string, init: RequestInit): Promise<Response>;
  /** Answers whether this worker runs the network. Where no worker did, this one does from now on. */
  isHere(id: NetworkId): Promise<boolean>;
  /** The network was deleted: nobody runs it any more. */
  forget(id: NetworkId): void;
};
