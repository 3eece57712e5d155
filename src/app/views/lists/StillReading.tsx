import { EmptyState } from '../../ui/EmptyState';

/** In place of rows that may yet come: `what` they are of, in the plural. */
export function StillReading({ what }: { what: string }) {
  return <EmptyState title={`No ${what} so far`}>The index of this browser is still reading blocks.</EmptyState>;
}
