/**
 * The contract of watching: it follows the networks that have watches, in one of all tabs. What was found, and how far
 * the chain was looked at, is in the tables `watchMatches` and `watchProgress`: pages follow those.
 */
import type { NetworkId } from '../../core/chain/primitives';

/** One find, for a notification. `id` is the same whenever it is told, so that it is shown once. Texts are untrusted. */
export type WatchNotice = {
  id: string;
  networkId: NetworkId;
  name: string;
  what: string;
  transactionHash?: `0x${string}`;
};

export interface WatchApi {
  /** Calls `tell` in the tab that follows the chain, with what its reader wants to be notified of. */
  subscribe(tell: (notices: readonly WatchNotice[]) => void): Promise<void>;
  /** Follows every network that has watches from now on. After watches changed: looks at them again at once. */
  follow(): Promise<void>;
}
