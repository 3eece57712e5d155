import type { ReactNode } from 'react';
import { classes } from './classes';

/** Shows a line above the content of a panel: what is missing from it, or what it waits for. */
export function PanelNote({ role, className, children }: { role?: 'status'; className?: string; children: ReactNode }) {
  return (
    <div role={role} className={classes('border-line border-b px-3 py-1.5 text-muted text-s', className)}>
      {children}
    </div>
  );
}
