import type { ReactNode } from 'react';

/** Shows the body of a panel with a short list: as high before its rows are known as after, so that nothing below it moves. */
export function SteadyList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Seven rows of a table (34 px) and a line.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: before it has rows, nothing else in it takes the focus, and what does not fit cannot be read (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} data-focus-inside className="h-[239px] overflow-y-auto">
      {children}
    </section>
  );
}
