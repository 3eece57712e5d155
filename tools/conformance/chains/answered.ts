import type { Failure } from '../../../src/core/values/failure';
import type { Result } from '../../../src/core/values/result';

/** Returns the value of an answer; throws with the sentence of a failure. */
export function answered<Value>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
