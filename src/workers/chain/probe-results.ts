/** What probes of endpoints rule out. */
import type { ProbedMethod } from '../../core/chain/network';
import type { KnownEndpoint } from './chains';

/** Returns a sentence on why a probe rules the trace method out: no endpoint answered it. Undefined where one may answer. */
export function probedAgainst(endpoints: readonly KnownEndpoint[], method: ProbedMethod): string | undefined {
  const outcomes = endpoints.map(({ capabilities }) => capabilities?.methods[method]);
  if (outcomes.length === 0 || outcomes.some((outcome) => outcome?.answers !== 'no')) return undefined;
  const detail = outcomes[0]?.detail ?? '';
  const who = endpoints.length === 1 ? endpoints[0].name : 'None of the endpoints';
  return `${who} did not answer ${method} when it was probed${detail === '' ? '' : ` (${detail})`}.`;
}
