/** What a tab of the transaction page is, and what it is given. */
import type { ComponentType } from 'react';
import type { Network } from '../../../core/chain/network';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { OpenTrace } from './use-open-transaction';

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
