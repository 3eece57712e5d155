/** What the reader noted at rows of a trace: a priority, a comment. Rows go by their depth id, which is the same whatever the trace came from. */

export const PRIORITIES = ['high', 'medium', 'low', 'none'] as const;
export type Priority = (typeof PRIORITIES)[number];

export type RowNote = { depthId: string; priority: Priority; comment: string };

/** Characters of a comment that are kept. */
export const MAX_COMMENT_LENGTH = 2_000;
/** Notes of one transaction at most. */
export const MAX_NOTES = 10_000;

/** Parses a note of unknown data, undefined when it is none. Comments are cut. */
export function parseRowNote(value: unknown): RowNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { depthId, priority, comment } = value as Record<string, unknown>;
  if (typeof depthId !== 'string' || !/^[0-9a-z.]{1,10000}$/.test(depthId)) return undefined;
  const known = PRIORITIES.find((each) => each === priority);
  if (known === undefined || typeof comment !== 'string') return undefined;
  return { depthId, priority: known, comment: comment.slice(0, MAX_COMMENT_LENGTH) };
}

/** Returns whether a note has neither a comment nor a priority. */
export function isEmptyNote({ priority, comment }: RowNote): boolean {
  return priority === 'none' && comment.trim() === '';
}
