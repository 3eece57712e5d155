/** What stands below the state changes: where they come from, and what is known of the names of slots. */
import type { StateChanges } from '../../../workers/trace/views.api';
import type { Answer } from '../../use-question';

/** Returns sentences on the origin. `named` is the question for the names of variables; why it failed is said where there are `slots` without names. */
export function originText(origin: StateChanges['origin'], named: Answer<unknown>, slots: number): string {
  return [
    origin === 'replay'
      ? 'From executing the transaction in this browser.'
      : 'From the node’s prestateTracer, which does not report the fee recipient.',
    ...(named.state === 'waiting' ? ['Reading the sources for the names of variables.'] : []),
    ...(named.state === 'failed' && slots > 0 ? [`Variables are not named: ${named.failure.message}`] : []),
  ].join(' ');
}
