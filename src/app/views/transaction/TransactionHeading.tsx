/** The head: status, the sentence, and the line of hash, place, time and source of the trace. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Transaction } from '../../../core/chain/transaction';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { isTestedHash } from '../../../core/simulation/simulation-hash';
import type { Piece } from '../../../workers/trace/rows.api';
import { pageShown, sayContentShown } from '../../page-stages';
import { Badge, type Status } from '../../ui/Badge';
import { Button, buttonClass } from '../../ui/Button';
import { CopyButton, useCopy } from '../../ui/CopyButton';
import { BlockLink } from '../../ui/identity/BlockLink';
import { TimeView } from '../../ui/identity/TimeView';
import { lazyPart } from '../../ui/lazy-part';
import { usePageTransaction } from '../open-trace/open-trace-context';
import { Headline } from './Headline';
import { whyNoDebugger } from './missing-views';

const SimulatorLinks = lazyPart(async () => (await import('./SimulatorLinks')).SimulatorLinks, pageShown);

// Its code comes with that of the call tree: asked for once the heading stands, so that it is there when the tree is.
const TraceMethodBadge = lazyPart(async () => (await import('../open-trace/TraceMethodBadge')).TraceMethodBadge);
if (navigator.serviceWorker?.controller) void TraceMethodBadge.preload();

const SaveTrace = lazyPart(async () => (await import('./SaveTrace')).SaveTrace, pageShown);

type Props = {
  status: Status;
  pieces: readonly Piece[];
  /** Whether the head is folded to one line; absent where it cannot fold. */
  folded?: boolean;
  onFold?: () => void;
};

export function TransactionHeading({ status, pieces, folded, onFold }: Props) {
  const { record, trace } = usePageTransaction();
  useEffect(sayContentShown, []);
  const { transaction, receipt, block } = record;
  const fold = onFold && (
    <Button size="s" aria-expanded={!folded} onClick={onFold}>
      {folded ? 'Show facts' : 'Hide facts'}
    </Button>
  );
  if (folded) {
    return (
      <header className="flex min-w-0 items-center gap-2.5">
        <Headline status={status} pieces={pieces} folded />
        {fold}
      </header>
    );
  }
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <Headline status={status} pieces={pieces} />
      <div className="flex flex-wrap gap-2 max-lg:order-3 max-lg:col-span-2">
        <Link from="/{-$network}" to="/{-$network}/diff" search={{ a: transaction.hash }} className={buttonClass()}>
          Compare with…
        </Link>
        {fold}
        <Actions transaction={transaction}>
          {trace.state === 'open' ? (
            <SaveTrace fallback={<Button disabled>Save as file</Button>} />
          ) : (
            trace.state === 'opening' && <Button disabled>Save as file</Button>
          )}
        </Actions>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-muted">
        <span className="inline-flex items-center gap-1" title={transaction.hash}>
          <span className="mono">{shorten(transaction.hash)}</span>
          <CopyButton text={transaction.hash} what="transaction hash" />
        </span>
        {receipt && transaction.index !== undefined && (
          <span>
            Block <BlockLink number={receipt.blockNumber} /> · index{' '}
            <b className="font-medium text-text">{formatInteger(transaction.index)}</b>
          </span>
        )}
        {isTestedHash(transaction.hash) ? (
          <span>Run in a test, on no chain</span>
        ) : (
          block && <TimeView time={block.timestamp * 1000} />
        )}
        {status === 'pending' && <span>Not in a block yet. This page follows it.</span>}
        {trace.state !== 'none' && <TraceMethodBadge trace={trace} fallback={<Badge>Call trace is loading</Badge>} />}
      </div>
    </header>
  );
}

function Actions({ transaction, children }: { transaction: Transaction; children: ReactNode }) {
  const { copied, copy } = useCopy();
  const lacking = whyNoDebugger(transaction.networkId);
  return (
    <div className="contents">
      <Button onClick={() => void copy(location.href)}>{copied ? 'Link copied' : 'Copy link'}</Button>
      <SimulatorLinks
        transaction={transaction}
        fallback={['Re-Simulate', 'Edit source'].map((label) => (
          <Button key={label} disabled>
            {label}
          </Button>
        ))}
      />
      {children}
      {lacking !== undefined ? (
        <Button
          aria-disabled
          title={lacking}
          aria-description={lacking}
          className="cursor-default text-muted opacity-55 max-md:hidden"
        >
          Open in Debugger
        </Button>
      ) : (
        <Link
          from={PAGE}
          to={PAGE}
          params={(params) => ({ ...params, tab: 'debugger' })}
          search={({ trace }) => (trace === undefined ? {} : { trace })}
          resetScroll={false}
          className={buttonClass()}
        >
          Open in Debugger
        </Link>
      )}
    </div>
  );
}

const PAGE = '/{-$network}/tx/$hash/{-$tab}';
