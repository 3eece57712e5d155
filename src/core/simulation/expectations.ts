/** What a step was expected to come to, held against what it came to. */
import { formatInteger } from '../format/counts';
import type { Expectation } from './plan';
import type { StepOutcome } from './run';

/** Returns a sentence for each expectation that was not met; undefined where none was stated. `reason` is a revert in words. */
export function unmetExpectations(
  { status, output, error, gas }: Expectation,
  outcome: StepOutcome,
  reason = '',
): readonly string[] | undefined {
  if (status === undefined && output === undefined && error === undefined && gas === undefined) return undefined;
  if (outcome.state === 'notRun') return ['It did not run.'];
  if (outcome.state === 'signed') return [];
  const isSuccess = outcome.state === 'executed' && outcome.success;
  const said = outcome.state === 'invalid' ? outcome.reason : `${outcome.error ?? ''} ${reason} ${outcome.output}`;
  const unmet: string[] = [];
  if (status !== undefined && (status === 'success') !== isSuccess)
    unmet.push(status === 'success' ? 'It was expected to succeed.' : 'It was expected to fail.');
  if (error !== undefined && (isSuccess || !said.includes(error)))
    unmet.push(`It was expected to fail with “${error.slice(0, 200)}”.`);
  if (outcome.state !== 'executed') return unmet;
  if (output !== undefined && outcome.output !== output)
    unmet.push(`It was expected to return ${output.slice(0, 140)}, and returned ${outcome.output.slice(0, 140)}.`);
  if (gas !== undefined && outcome.gasUsed > gas)
    unmet.push(`It was expected to use at most ${formatInteger(gas)} gas, and used ${formatInteger(outcome.gasUsed)}.`);
  return unmet;
}
