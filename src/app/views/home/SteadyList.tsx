import type { ReactNode } from 'react';
import { ScrollBox } from '../ScrollBox';

/** The body of a panel with a short list: as high before its rows are known as after, so that nothing below it moves. */
export function SteadyList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollBox label={label} className="h-[239px]">
      {children}
    </ScrollBox>
  );
}
