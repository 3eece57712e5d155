import type { ReactNode } from 'react';

/** Shows one group of parts. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <h2 className="border-line border-b pb-1 text-l">{title}</h2>
      {children}
    </section>
  );
}

/** Shows one part, or one state of it, under its name. */
export function Sample({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <h3 className="mb-1.5 font-normal text-muted text-s">{name}</h3>
      {children}
    </div>
  );
}

export function Samples({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">{children}</div>;
}
