import { type Failure, failure } from '../core/values/failure';

/** Returns the failure of a question whose worker stopped before it answered. */
export function stoppedFailure(error: unknown): Failure {
  return failure('cancelled', 'The engine stopped before it finished. Try again.', {
    raw: error instanceof Error ? error.message : String(error),
  });
}
