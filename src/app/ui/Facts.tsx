import type { ReactNode } from 'react';
import { classes } from './classes';

/** Shows the strip of key facts under a page's heading: one row when there is room, else three columns, two on phones. */
export function Facts({ children, label }: { children: ReactNode; label: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 overflow-hidden rounded-l border border-line bg-panel sm:grid-cols-3 lg:flex lg:flex-wrap"
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children, className }: { label: ReactNode; children: ReactNode; className?: string }) {
  return (
    <div className={classes('min-w-0 px-4 py-2 shadow-[1px_1px_0_0_var(--line)]', className)}>
      <dt className="text-[11.5px] text-muted leading-4">{label}</dt>
      <dd className="font-[550] leading-5 md:whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Shows labels and values in rows, for everything a thing has; labels above their values on phones. */
export function FieldList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <dl aria-label={label} className="divide-y divide-line">
      {children}
    </dl>
  );
}

export function Field({ label, hint, children }: { label: ReactNode; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-3 py-1.5 hover:bg-hover sm:grid-cols-[200px_minmax(0,1fr)]">
      <dt className="text-muted" title={hint}>
        {label}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
