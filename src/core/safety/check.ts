/** All rules that a trace alone answers. */
import { checkApprovals } from './approvals';
import { checkCodeControl } from './code-control';
import { checkOneSided } from './one-sided';
import { checkRecipients } from './recipients';
import { checkSignatures } from './signatures';
import type { SafetySubject } from './subject';
import { SEVERITIES, type Verdict } from './verdict';

/** Runs all checks and returns their verdicts, the worst first. Linear in the rows. */
export function checkSafety(subject: SafetySubject): Verdict[] {
  return bySeverity([
    ...checkApprovals(subject),
    ...checkRecipients(subject),
    ...checkOneSided(subject),
    ...checkCodeControl(subject),
    ...checkSignatures(subject),
  ]);
}

/** Sorts verdicts, the worst first, equals as they were. */
export function bySeverity(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
