import type { ReactNode } from 'react';

/** Names what is missing here, and offers the one action that adds it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-1.5 px-4 py-8 text-center">
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-[60ch] text-muted">{children}</div>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
