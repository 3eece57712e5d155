import type { ReactNode } from 'react';

/** Shows a page that is one sentence, what to know about it, and where to go. */
export function Message({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-[640px] flex-col items-start gap-3 py-16">
      <h1>{title}</h1>
      {children !== undefined && <p className="text-muted">{children}</p>}
      {actions !== undefined && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
