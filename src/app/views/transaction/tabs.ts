/**
 * The tabs of the transaction page, in their order: path, name and view.
 *
 * A tab whose view does not exist is not in the table. Views other than the
 * summary are loaded when they are opened, or when the pointer or the focus
 * comes near their tab.
 */
import type { ComponentType } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import { whyNoDebugger, whyNoGasProfile } from './missing-views';
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
    unavailable: ({ record, network }) => whyNoGasProfile(network, record.receipt?.blockNumber),
    ...lazyView(async () => (await import('../gas/GasTab')).GasTab),
  },
  {
    path: 'debugger',
    label: 'Debugger',
    unavailable: ({ network }) => whyNoDebugger(network.id),
    ...lazyView(async () => (await import('../debugger/DebuggerTab')).DebuggerTab),
  },
];

/** Returns the tab at a path's last segment, undefined when there is none. */
export function tabAt(path: string | undefined): Tab | undefined {
  return TABS.find((tab) => tab.path === path);
}

/** The view and preload of a tab whose code is loaded when it is needed. */
function lazyView(load: () => Promise<ComponentType>): Pick<Tab, 'View' | 'preload'> {
  const View = lazyPart(load);
  return { View, preload: () => void View.preload() };
}
