/** The part of the trace worker's contract that checks what a transaction or a simulation does against the rules of action safety. */

import type { Evidence, RuleId, Verdict } from '../../core/safety/verdict';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, TraceHandle } from '../ids';

export type SafetyReport = {
  /** The worst first. None does not mean that it is safe. */
  verdicts: readonly VerdictView[];
  /** The rules that were looked at. */
  checked: readonly RuleId[];
  /** Checks that could not be made, and why; a sentence each. */
  left: readonly string[];
  /** Accounts whose code was asked for at the endpoint. */
  asked: number;
  /** Times it was executed again with another block. */
  runs: number;
};

/** `amount`: the number in the units of the token that the verdict names. */
export type EvidenceView = Evidence & { amount?: string };

/** Rows by the ids that links have. */
export type VerdictView = Omit<Verdict, 'rows' | 'evidence'> & {
  rows: readonly string[];
  evidence: readonly EvidenceView[];
};

export interface SafetyApi {
  /**
   * Looks at what stays of an open trace. Asks the endpoint for the code of
   * accounts that it did not read, and for state that it did not read where it
   * is executed again with another block. A failed transaction leaves nothing
   * to look at, and says so.
   */
  checkSafety(job: JobId, handle: TraceHandle): Promise<Result<SafetyReport, Failure>>;
}
