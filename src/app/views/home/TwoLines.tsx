import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';

/** What a cell of a feed says, and in a second line what goes with it. */
export function TwoLines({ below, end = false, children }: { below: ReactNode; end?: boolean; children: ReactNode }) {
  const line = classes('flex min-w-0 items-center gap-1.5', end && 'md:justify-end');
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className={line}>{children}</span>
      <span className={classes(line, 'text-muted text-s')}>{below}</span>
    </span>
  );
}
