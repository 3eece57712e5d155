import type { ReactNode } from 'react';

/**
 * Shows a box whose content scrolls, within reach of the keyboard: it takes the focus, and arrow keys scroll it. A
 * shade at its edge says that there is more.
 */
export function ScrollBox({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it what does not fit cannot be read by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} data-focus-inside className={`scroll-shades overflow-auto ${className}`}>
      {children}
    </section>
  );
}
