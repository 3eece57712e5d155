/** What was thrown, which may be anything. */

/** Returns the message of a thrown error, and any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
