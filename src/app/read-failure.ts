import type { Failure } from '../core/values/failure';

/** Why a page of a list could not be read, where that is not the database's fault. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure';
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
