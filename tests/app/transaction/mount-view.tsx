/** A view of an open trace, as a tab of its page: questions about the trace are answered by the engine's own session. */
import type { ReactNode } from 'react';
import { OpenTraceProvider, type PageTransaction } from '../../../src/app/views/open-trace/open-trace-context';
import { ALL_SHOWN } from '../../../src/core/trace/toggles';
import type { TraceService } from '../../../src/workers/client';
import type { TraceSession } from '../../../src/workers/trace/trace-session';
import { DEMO, type MountedAt, mountAt } from '../ui/mount-at';
import { minedBlock, minedReceipt, minedTransaction } from './records';

const transaction = minedTransaction();

/** Shows `view` on the page of the transaction, which has no trace. */
export function mountTraceless(view: ReactNode, record: PageTransaction['record']): MountedAt {
  const page: PageTransaction = {
    record,
    network: DEMO,
    trace: { state: 'none' },
    row: undefined,
    selectRow: () => {},
    reopen: () => {},
    lost: (error) => {
      throw error;
    },
  };
  return mountAt(
    { path: `/tx/${record.transaction.hash}`, pattern: '/tx/$hash' },
    <OpenTraceProvider value={page}>{view}</OpenTraceProvider>,
  );
}

/** Shows `view` as the tab `tab`, at the parameters `search`; `trace` are the answers about `session`. */
export function mountView(
  view: ReactNode,
  {
    session,
    tab,
    search = '',
    trace,
  }: { session: TraceSession; tab: string; search?: string; trace: Partial<TraceService> },
): MountedAt {
  const opened = session.firstScreen({ ...ALL_SHOWN, gas: true });
  const page: PageTransaction = {
    record: { transaction, receipt: minedReceipt(), block: minedBlock(), origin: 'endpoint', fetchedAt: 0 },
    network: DEMO,
    trace: {
      state: 'open',
      known: 0,
      summary: opened,
      first: opened.first,
      outcome: session.outcome(),
      cancelReplay: () => {},
    },
    row: undefined,
    selectRow: () => {},
    reopen: () => {},
    lost: (error) => {
      throw error;
    },
  };
  return mountAt(
    { path: `/tx/${transaction.hash}/${tab}${search}`, pattern: '/tx/$hash/{-$tab}', answers: { trace } },
    <OpenTraceProvider value={page}>{view}</OpenTraceProvider>,
  );
}
