/** One field of the general information. */
import type { ReactNode } from 'react';

export function FieldRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid break-inside-avoid grid-cols-[128px_minmax(0,1fr)] gap-x-3 px-3 py-[3px] hover:bg-hover">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
