/** What the search dialog lists. */
import type { ReactNode } from 'react';

export type ResultItem = {
  id: string;
  glyph: ReactNode;
  label: ReactNode;
  note?: ReactNode;
  run: () => void | Promise<void>;
};
export type ResultGroup = {
  name: string;
  items: ResultItem[];
  /** Whether its items are addresses. */
  hasAddresses?: true;
};

/** Items of a group that stand before 'View All'. */
export const SHOWN_OF_GROUP = 3;
