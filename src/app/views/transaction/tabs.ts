/**
 * The tabs of the transaction page, in their order: path, name and view.
 *
 * A tab whose view does not exist is not in the table. Views other than the
 * summary are loaded when they are opened, or when the pointer or the focus
 * comes near their tab.
 */
import type { ComponentType } from 'react';
import { hasGasProfile } from '../../../core/chain/families';
import type { Network } from '../../../core/chain/network';
import { lazyPart } from '../../ui/lazy-part';
import { SimpleViewLink, SummaryTab } from './SummaryTab';
import type { Tab } from './tab';

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
    count: ({ record }) => record.receipt?.logCount,
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

/** Why a transaction has no gas profile: some networks, or their older blocks, metered gas differently. */
function gasProfilerLacks(network: Network, blockNumber: number | undefined): string | undefined {
  if (blockNumber === undefined || hasGasProfile(network.id, blockNumber)) return undefined;
  return `The gas profiler is not available for this block: ${network.name} metered gas differently then.`;
}

/** The tab at a path's last segment, undefined when there is none. */
export function tabAt(path: string | undefined): Tab | undefined {
  return TABS.find((tab) => tab.path === path);
}

/** The view and preload of a tab whose code is loaded when it is needed. */
function lazyView(load: () => Promise<ComponentType>): Pick<Tab, 'View' | 'preload'> {
  return {
    View: lazyPart(load),
    preload: () => void load().catch(() => undefined), // opening the tab says what is wrong
  };
}
