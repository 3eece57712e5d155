/**
 * Renders its children in the task after the next frame, as a transition. The
 * page around them is painted first; one inside the other, several of these
 * spread a page over several frames, so that no task is long.
 */
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { nextPaint } from '../next-task';

export function AfterPaint({ children }: { children: ReactNode }): ReactNode {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let current = true;
    void nextPaint().then(() => {
      if (current) startTransition(() => setPainted(true));
    });
    return () => {
      current = false;
    };
  }, []);
  return painted && children;
}
