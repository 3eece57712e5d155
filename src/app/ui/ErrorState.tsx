import type { ReactNode } from 'react';
import type { Failure } from '../../core/values/failure';
import { Button } from './Button';
import { classes } from './classes';

/**
 * Shows a failure, in order: what happened, what was tried, what to do next,
 * and the endpoint's own words one click away.
 *
 * `title` is the first sentence where the page has one of its own, otherwise the
 * failure's own; `actions` are buttons, the most helpful first, and `onRetry` is
 * the one that asks again.
 */
export function ErrorState({
  failure,
  title,
  advice,
  actions,
  onRetry,
  compact = false,
}: {
  failure: Failure;
  title?: ReactNode;
  /** What the reader can do, in a sentence; by default what fits the failure's code. */
  advice?: ReactNode;
  actions?: ReactNode;
  onRetry?: () => void;
  /** Leaves out the surrounding space, for a field or a small panel. */
  compact?: boolean;
}) {
  const [happened, rest] = title === undefined ? splitSentence(failure.message) : [title, failure.message];
  const next = advice ?? ADVICE[failure.code];
  return (
    <div role="alert" className={classes('flex flex-col gap-2', compact ? 'p-3' : 'mx-auto max-w-[720px] px-4 py-8')}>
      <p className="flex items-baseline gap-2 font-semibold text-l">
        <span aria-hidden className="text-failure">
          ✕
        </span>
        <span>{happened}</span>
      </p>
      {rest !== '' && rest !== happened && <p className="text-muted">{rest}</p>}
      {next !== undefined && <p className="text-muted">{next}</p>}
      {failure.retryAt !== undefined && <p className="text-muted">The limit ends at {clock(failure.retryAt)}.</p>}
      {(actions !== undefined || onRetry !== undefined) && (
        <div className="flex flex-wrap gap-2">
          {onRetry !== undefined && (
            <Button {...(compact ? { size: 's' } : {})} onClick={onRetry}>
              Retry
            </Button>
          )}
          {actions}
        </div>
      )}
      {(failure.attempts.length > 0 || failure.raw !== undefined) && <Details failure={failure} />}
    </div>
  );
}

function Details({ failure }: { failure: Failure }) {
  return (
    <details className="rounded-m border border-line bg-raised">
      <summary className="px-3 py-1.5 font-medium text-muted">
        What was tried{failure.raw !== undefined && ', and the raw message'}
      </summary>
      <div className="border-line border-t">
        {failure.attempts.map((attempt, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be tried twice with the same outcome
            key={index}
            className="grid gap-x-3 border-line border-b px-3 py-1.5 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]"
          >
            <span>{attempt.source}</span>
            <code>{attempt.method}</code>
            <span className="text-muted">{attempt.outcome}</span>
          </div>
        ))}
        {failure.raw !== undefined && (
          <pre className="max-h-60 overflow-auto whitespace-pre-wrap px-3 py-2">{failure.raw}</pre>
        )}
      </div>
    </details>
  );
}

/** The next step, for codes whose sentence names only what happened. */
const ADVICE: Partial<Record<Failure['code'], string>> = {
  invalidHash: 'A hash is 0x and 64 hex digits. Check that it was copied whole.',
  notFound: 'Check that it was copied whole and belongs to this network. If it is new, wait a moment and try again.',
  cancelled: 'Nothing was changed. You can start it again.',
  providerOff: 'You can switch it on in the settings, which list what the third party learns.',
  storage: 'The disk may be full, or the window private. Everything works, but nothing is kept.',
};

/** The first sentence, and what follows it. */
function splitSentence(text: string): [string, string] {
  const end = text.indexOf('. ');
  return end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 2)];
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 19).concat(' UTC');
}
