/** When and how a row says that it failed. */
import type { RowError, RowView } from '../../../workers/trace/rows.api';

/** What geth says when a frame ended in REVERT; says nothing of why. */
const BARE = 'execution reverted';

/** Where a row stands to the failure that made the transaction fail. */
export type FailurePath = 'origin' | 'passedOn' | 'none';

/** `failingId` is the depth id of the innermost frame whose failure made the transaction fail. */
export function failurePath(
  row: Pick<RowView, 'depthId' | 'failed' | 'frame'>,
  failingId: string | undefined,
): FailurePath {
  if (failingId === undefined || !row.failed) return 'none';
  // An internal call failed with its frame.
  const id = row.frame === undefined ? row.depthId : row.depthId.slice(0, row.depthId.lastIndexOf('.'));
  if (id === failingId) return 'origin';
  return failingId.startsWith(`${id}.`) ? 'passedOn' : 'none';
}

/**
 * Whether the row's error badge shows: when a message exists and it is not just
 * 'execution reverted', unless it is the last call.
 */
export function showsErrorBadge(error: RowError | undefined, isLastCall: boolean): boolean {
  if (!error) return false;
  if (error.name || error.reason) return true;
  return error.message !== '' && (error.message !== BARE || isLastCall);
}

/** The node's words without the prefix that every revert has. */
export function withoutPrefix(message: string): string {
  const prefix = `${BARE}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
