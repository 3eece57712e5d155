/** The first tab: the call trace, what the transaction carries, and everything the node says about it. */
import { lazy, Suspense } from 'react';
import { contentShown } from '../../content';
import { GeneralInformation } from './GeneralInformation';
import { TraceSection } from './TraceSection';
import type { TabProps } from './tabs';

/** Below the trace, so it need not be there before the head shows. */
const Payload = lazy(async () => {
  await contentShown();
  return { default: (await import('./Payload')).Payload };
});

export function SummaryTab({ record, network, trace, row, onSelectRow, onReopen, onLost }: TabProps) {
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="flex min-w-0 flex-col gap-3.5">
        <TraceSection
          trace={trace}
          currency={network.nativeCurrency}
          row={row}
          onSelectRow={onSelectRow}
          onReopen={onReopen}
          onLost={onLost}
        />
        <Suspense>
          <Payload transaction={record.transaction} trace={trace.state === 'open' ? trace : undefined} />
        </Suspense>
      </div>
      <GeneralInformation record={record} block={record.block} network={network} />
    </div>
  );
}
