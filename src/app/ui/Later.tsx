/**
 * Renders its children once what stands around them is painted, and in slices:
 * one inside the other, they bring a page onto the screen frame by frame, each
 * of them short.
 */
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { nextPaint } from '../next-task';

export function Later({ children }: { children: ReactNode }): ReactNode {
  const [due, setDue] = useState(false);
  useEffect(() => {
    let current = true;
    void nextPaint().then(() => {
      if (current) startTransition(() => setDue(true));
    });
    return () => {
      current = false;
    };
  }, []);
  return due && children;
}
