import type { ReactNode } from 'react';

/** Shows one panel of the debugger: `label` names it for assistive technology, `title` stands above it. */
export function Column({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="flex h-full min-h-0 min-w-0 flex-col">
      {title !== undefined && <h2 className="border-line border-b px-2.5 py-[7px]">{title}</h2>}
      {children}
    </section>
  );
}
