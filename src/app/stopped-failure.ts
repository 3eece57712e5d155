import { type Failure, failure } from '../core/failure';

/** What a question came to whose worker died before it answered. */
export function stoppedFailure(error: unknown): Failure {
  return failure('cancelled', 'The engine stopped while it worked on this.', {
    raw: error instanceof Error ? error.message : String(error),
  });
}
