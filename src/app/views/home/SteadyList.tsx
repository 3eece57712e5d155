import type { ReactNode } from 'react';

/** The body of a panel with a short list: as high before its rows are known as after, so that nothing below it moves. */
export function SteadyList({ children }: { children: ReactNode }) {
  return <div className="h-[239px] overflow-y-auto">{children}</div>;
}
