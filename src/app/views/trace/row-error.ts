/** When and how a row says that it failed. */
import { WITHOUT_REASON } from '../../../core/trace/unexplained-reverts';
import type { RowError } from '../../../workers/trace/rows.api';

/** What geth says when a frame ended in REVERT; says nothing of why. */
const BARE = 'execution reverted';

/**
 * Returns whether the row's error badge shows: when a message exists and it is
 * not just 'execution reverted', unless it is the last call.
 */
export function showsErrorBadge(error: RowError | undefined, isLastCall: boolean): boolean {
  if (!error) return false;
  if (error.name || error.reason) return true;
  if (error.said !== undefined && error.said !== WITHOUT_REASON) return true;
  return error.message !== '' && (error.message !== BARE || isLastCall);
}

/** Returns the words for an error that has neither name nor reason. */
export function rowErrorText({ said, message }: RowError): string {
  return said ?? withoutPrefix(message);
}

/** Returns the node's words without the prefix that every revert has. */
export function withoutPrefix(message: string): string {
  const prefix = `${BARE}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
