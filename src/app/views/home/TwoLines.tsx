import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';

/** Shows the text of a feed's cell, and below it a second line. Links of both are far enough apart for a finger. */
export function TwoLines({ below, end = false, children }: { below: ReactNode; end?: boolean; children: ReactNode }) {
  const line = classes('flex min-h-6 min-w-0 items-center gap-1.5', end && 'md:justify-end');
  return (
    <span className="flex min-w-0 flex-col">
      <span className={line}>{children}</span>
      <span className={classes(line, 'text-muted text-s')}>{below}</span>
    </span>
  );
}
