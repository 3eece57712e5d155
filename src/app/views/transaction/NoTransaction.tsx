/** The page without its transaction: while it is looked for, when its hash is none, and when it cannot be had. */
import type { Network } from '../../../core/chain/network';
import type { Failure } from '../../../core/failure';
import { failure } from '../../../core/failure';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Fact, Facts } from '../../ui/Facts';
import { Skeleton } from '../../ui/Skeleton';
import { Spinner } from '../../ui/Spinner';

const INVALID = 'Transaction hash is invalid. Please check the hash and try again.';
const UNKNOWN = 'This transaction probably has not been processed by us yet.';
const FAILED = 'Failed fetching transaction';

export function InvalidHash() {
  return (
    <>
      <Heading />
      <ErrorState
        failure={failure('invalidHash', INVALID)}
        title={INVALID}
        advice="A transaction hash is 0x and 64 hex digits; an address has 40."
      />
    </>
  );
}

export function NoTransaction({
  failure: why,
  network,
  onRetry,
}: {
  failure: Failure;
  network: Network;
  onRetry: () => void;
}) {
  const name = harmlessText(network.name, 60);
  if (why.code === 'invalidHash') return <InvalidHash />;
  const unknown = why.code === 'notFound';
  return (
    <>
      <Heading />
      <ErrorState
        failure={why}
        title={unknown ? UNKNOWN : FAILED}
        {...(unknown && {
          advice: `It may belong to another network than ${name}: choose one in the header. If it was just sent, it may still be on its way: try again in a moment.`,
        })}
        actions={
          <Button variant="primary" onClick={onRetry}>
            Retry
          </Button>
        }
      />
    </>
  );
}

/** What the page is about, for those who cannot see that the sentence below it is the heading's place. */
function Heading() {
  return <h1 className="sr-only">Transaction</h1>;
}

const LABELS = ['From', 'To', 'Value', 'Gas used', 'Fee', 'Type'];

/** The final layout, empty. */
export function LoadingTransaction({ hash }: { hash: string }) {
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading transaction">
      <Heading />
      <div className="flex flex-col gap-1">
        <div className="flex h-[27px] items-center gap-2.5">
          <Skeleton className="h-[22px] w-[76px]" />
          <Skeleton className="h-4 w-[min(440px,60%)]" />
          <Spinner label="Loading transaction" />
        </div>
        <div className="flex items-center gap-3.5 text-muted">
          <span className="mono">{shorten(hash)}</span>
          <Skeleton className="w-32" />
          <Skeleton className="w-20" />
        </div>
      </div>
      <Facts label="Key facts">
        {LABELS.map((label) => (
          <Fact key={label} label={label}>
            <Skeleton className="w-28" />
          </Fact>
        ))}
      </Facts>
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="h-[420px] rounded-l border border-line bg-panel" />
        <div className="h-[420px] rounded-l border border-line bg-panel max-lg:hidden" />
      </div>
    </div>
  );
}
