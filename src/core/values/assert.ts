/** Thrown where the code is wrong, never where the outside is. Reaches the error boundary. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Narrows `condition` to true, or throws an AssertionError that says `message`. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** Ends an exhaustive `switch`: does not compile while a case is missing. */
export function assertUnreachable(value: never): never {
  throw new AssertionError(`unexpected value: ${String(value)}`);
}
