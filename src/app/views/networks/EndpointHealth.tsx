/** How an endpoint fares: its newest block and round trip, how far behind it is, and how its calls of the last day went. */

import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { formatDuration } from '../../../core/format/times';
import type { CallCount } from '../../../core/usage/usage';
import type { Failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { Head } from '../../../workers/chain/chain.api';
import { dayOf, lagOf } from './endpoint-health';

export function EndpointHealth({
  isAsked,
  head,
  highest,
  counts,
}: {
  isAsked: boolean;
  /** Undefined until it answered. */
  head: Result<Head, Failure> | undefined;
  /** The newest block of all endpoints. */
  highest: number | undefined;
  /** Calls of the endpoint in the last day. */
  counts: readonly CallCount[];
}) {
  const day = dayOf(counts);
  return (
    <span className="flex flex-wrap gap-x-3 text-s">
      {isAsked && <HeadOf head={head} highest={highest} />}
      {day !== undefined && (
        <span className="text-muted">
          last 24 hours: {countOf(day.calls, 'call')}
          {day.failed > 0 && `, ${formatInteger(day.failed)} failed`}
          {day.rateLimited > 0 && `, ${formatInteger(day.rateLimited)} rate-limited`}, {formatDuration(day.latency)} on
          average
        </span>
      )}
    </span>
  );
}

function HeadOf({ head, highest }: { head: Result<Head, Failure> | undefined; highest: number | undefined }) {
  if (head === undefined) return <span className="text-muted">asking for its newest block…</span>;
  if (!head.ok) return <span className="text-failure">▲ {head.error.message}</span>;
  const { blockNumber, latency } = head.value;
  const lag = lagOf(blockNumber, highest);
  return (
    <span>
      <span aria-hidden className={lag === 0 ? 'text-success' : 'text-pending'}>
        ●{' '}
      </span>
      Block {formatInteger(blockNumber)} in {formatDuration(latency)}
      {lag > 0 && <span className="text-pending"> · {countOf(lag, 'block')} behind</span>}
    </span>
  );
}
