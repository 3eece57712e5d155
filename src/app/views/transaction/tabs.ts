/**
 * The tabs of the transaction page, in their order: path, name and view.
 *
 * A tab whose view does not exist is not in the table. Views other than the
 * summary are loaded when they are opened, or when the pointer or the focus
 * comes near their tab.
 */
import { type ComponentType, lazy } from 'react';
import { hasGasProfile } from '../../../core/chain/families';
import type { Network } from '../../../core/chain/network';
import type { TransactionRecord } from '../../../workers/trace/trace.api';
import { SimpleViewLink, SummaryTab } from './SummaryTab';
import type { OpenTrace } from './use-open-trace';

/** What every tab is given. The trace is opened once for the page: a tab neither opens nor closes it. */
export type TabProps = {
  record: TransactionRecord;
  network: Network;
  trace: OpenTrace;
  /** Depth id of the selected row, from the address of the page. */
  row: string | undefined;
  /** A row was selected: it goes into the address a little later. */
  onSelectRow: (depthId: string) => void;
  /** Opens the trace once more, because the reader asks for it. */
  onReopen: () => void;
  /** A question by handle was rejected: the worker no longer has the trace. */
  onLost: (error: unknown) => void;
};

export type Tab = {
  /** Last segment of the path; undefined for the first tab, whose path is the transaction's own. */
  path: string | undefined;
  label: string;
  View: ComponentType<TabProps>;
  /** Stands at the right end of the bar while the tab is open. */
  Aside?: ComponentType;
  /** Loads the view's code ahead of time. */
  preload?: () => void;
  /** What stands beside the name: how many there are; undefined while unknown. */
  count?: (of: CountOf) => number | undefined;
  /** Why this transaction has no such view, in words for the reader; undefined when it has one. */
  unavailable?: (of: CountOf) => string | undefined;
};

type CountOf = Pick<TabProps, 'record' | 'network' | 'trace'>;

export const TABS: readonly Tab[] = [
  { path: undefined, label: 'Summary', View: SummaryTab, Aside: SimpleViewLink },
  {
    path: 'contracts',
    label: 'Contracts',
    count: ({ trace }) => (trace.state === 'open' ? trace.summary.contractCount : undefined),
    ...lazyView(async () => (await import('../contracts/ContractsTab')).ContractsTab),
  },
  {
    path: 'logs',
    label: 'Events',
    count: ({ record }) => record.receipt?.logs.length,
    ...lazyView(async () => (await import('../events/EventsTab')).EventsTab),
  },
  {
    path: 'state-diff',
    label: 'State',
    ...lazyView(async () => (await import('../state/StateTab')).StateTab),
  },
  {
    path: 'gas-usage',
    label: 'Gas Profiler',
    unavailable: ({ record, network }) => gasProfilerLacks(network, record.receipt?.blockNumber),
    ...lazyView(async () => (await import('../gas/GasTab')).GasTab),
  },
  {
    path: 'debugger',
    label: 'Debugger',
    ...lazyView(async () => (await import('../debugger/DebuggerTab')).DebuggerTab),
  },
];

/** Spec §2: not for some networks and their older blocks. */
function gasProfilerLacks(network: Network, blockNumber: number | undefined): string | undefined {
  if (blockNumber === undefined || hasGasProfile(network.id, blockNumber)) return undefined;
  return `The gas profiler is not available for this block: ${network.name} metered gas differently then.`;
}

/** The tab at a path's last segment, undefined when there is none. */
export function tabAt(path: string | undefined): Tab | undefined {
  return TABS.find((tab) => tab.path === path);
}

/** The view and preload of a tab whose code is loaded when it is needed. */
function lazyView(load: () => Promise<ComponentType<TabProps>>): Pick<Tab, 'View' | 'preload'> {
  return {
    View: lazy(async () => ({ default: await load() })),
    preload: () => void load().catch(() => undefined), // opening the tab says what is wrong
  };
}
