import type { ReactNode } from 'react';

/** Shows a key as it is printed on a keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center whitespace-nowrap rounded-s border border-line-strong px-1 font-sans text-[11px] text-muted leading-none">
      {children}
    </kbd>
  );
}
