import type { ReactNode } from 'react';

/** What a page is about, for those who cannot see that what is drawn stands in the place of its heading. */
export function HiddenHeading({ children }: { children: ReactNode }) {
  return <h1 className="sr-only">{children}</h1>;
}
