/** What a tab of the transaction page is. Its view takes what it shows from the page (open-trace-context.ts). */
import type { ComponentType, ReactNode } from 'react';
import type { PageTransaction } from '../open-trace/open-trace-context';

export type Tab = {
  /** Last segment of the path; undefined for the first tab, whose path is the transaction's own. */
  path: string | undefined;
  label: string;
  /** Draws `fallback` until its code is there. */
  View: ComponentType<{ fallback?: ReactNode }>;
  /** Stands at the right end of the bar while the tab is open. */
  Aside?: ComponentType;
  /** Loads the view's code ahead of time. */
  preload?: () => void;
  /** What stands beside the name: how many there are; undefined while unknown. */
  count?: (of: CountOf) => number | undefined;
  /** Why this transaction has no such view, in words for the reader; undefined when it has one. */
  unavailable?: (of: CountOf) => string | undefined;
};

type CountOf = Pick<PageTransaction, 'record' | 'network' | 'trace'>;
