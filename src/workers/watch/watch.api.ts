/**
 * The contract of watching: it follows the networks that have watches, in one of all tabs. What was found, and how far
 * the chain was looked at, is in the tables `watchMatches` and `watchProgress`: pages follow those.
 */
import type { Result } from '../../core/values/result';
import type { WebhookFormat, WebhookNotice } from '../../core/watch/webhook';

/** One find, for a notification. With the id of one that is shown it takes its place. */
export type WatchNotice = WebhookNotice;

export interface WatchApi {
  /** Calls `tell` in the tab that follows the chain, with what its reader wants to be notified of. */
  subscribe(tell: (notices: readonly WatchNotice[]) => void): Promise<void>;
  /** Follows every network that has watches from now on. After watches changed: looks at them again at once. */
  follow(): Promise<void>;
  /** Sends a webhook a find that is marked as a test; the error is a few words. */
  testWebhook(url: string, format: WebhookFormat, test: Omit<WatchNotice, 'id' | 'url'>): Promise<Result<true, string>>;
}
