import type { ReactNode } from 'react';

/** Gives a page the heading that is not drawn, for readers who do not see what stands in its place. */
export function HiddenHeading({ children }: { children: ReactNode }) {
  return <h1 className="sr-only">{children}</h1>;
}
