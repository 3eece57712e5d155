import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState';
import type { ChainIndex } from '../../use-chain-index';

/** What stands in the place of the transactions of addresses where their chain is not indexed. */
export const ONLY_SEEN =
  'A node cannot list the transactions of an address; that needs an index. Those you open in this browser, and those of blocks you open, are listed here.';

type Props = {
  index: Pick<ChainIndex, 'state'>;
  /** What the rows are of, in the plural. */
  what: string;
  title: string;
  /** Why there is no row although the index is read. */
  children: ReactNode;
  /** Why there is no row where the chain is not indexed here; `children` unless given. */
  off?: ReactNode;
};

/** Stands in for the rows of an empty list. While the index is still reading, some may yet come. */
export function NoRows({ index, what, title, children, off = children }: Props) {
  return index.state === 'filling' ? (
    <EmptyState title={`No ${what} so far`}>The index of this browser is still reading blocks.</EmptyState>
  ) : (
    <EmptyState title={title}>{index.state === 'off' ? off : children}</EmptyState>
  );
}
