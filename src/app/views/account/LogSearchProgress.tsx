/** Below a list of events that were looked for in logs: how far that went, and what kept it. */
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { RetryableError } from '../../ui/RetryableError';
import { Spinner } from '../../ui/Spinner';
import type { Question } from '../../use-question';

type Blocks = { from: number; to: number };

/** `count` is how many events were found, `none` the words for none: `No change in the events`. */
export function LogSearchProgress({ search, count, none }: { search: Question<Blocks>; count: number; none: string }) {
  const found = count === 0 ? none : `${countOf(count, 'event')} found`;
  return (
    <>
      <div role="status" className="border-line border-t px-4 py-2 text-muted text-s">
        {search.state === 'waiting' && <Spinner label="Searching the logs" />}
        {search.last !== undefined && `${found}, ${blockText(search.last)}`}
      </div>
      {search.state === 'failed' && <RetryableError failure={search.failure} onRetry={search.again} />}
    </>
  );
}

function blockText({ from, to }: Blocks): string {
  return from === 0
    ? `in all blocks up to ${formatInteger(to)}.`
    : `in blocks ${formatInteger(from)} to ${formatInteger(to)}. The endpoint gives no logs of older ones.`;
}
