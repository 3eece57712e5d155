import { type Failure, failure } from '../core/values/failure';
import { messageOf } from '../core/values/thrown';

/** Returns the failure of a question whose worker stopped before it answered. */
export function stoppedFailure(error: unknown): Failure {
  return failure('cancelled', 'The engine stopped before it finished. Try again.', {
    raw: messageOf(error),
  });
}
