/** A step of the wizard: its question, what answers it, and the way on. */
import type { ReactNode } from 'react';

export function StepFrame({
  title,
  note,
  footer,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  /** Buttons, the way on last. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <header className="px-4 pt-3 pb-2">
        <h3 className="font-semibold text-l">{title}</h3>
        {note !== undefined && <p className="text-muted">{note}</p>}
      </header>
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-4 pb-4">{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-2.5">
          {footer}
        </footer>
      )}
    </section>
  );
}
