/** The page while its transaction is looked for. */
import { shorten } from '../../../core/format/shorten';
import { Fact, Facts } from '../../ui/Facts';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { Skeleton } from '../../ui/Skeleton';
import { Spinner } from '../../ui/Spinner';

const LABELS = ['From', 'To', 'Value', 'Gas used', 'Fee', 'Type'];

/** Shows the final layout, empty. */
export function LoadingTransaction({ hash }: { hash: string }) {
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading transaction">
      <HiddenHeading>Transaction</HiddenHeading>
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
