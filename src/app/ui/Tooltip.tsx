import { type ReactNode, useId } from 'react';
import { PopoverLayer } from './layers/lazy';
import { useHover } from './use-hover';

/**
 * Shows text with more to it: `tip` appears under the pointer, and on focus.
 *
 * Set `focusable` to false in long tables and virtual rows, where every value
 * as a tab stop would bury the links.
 */
export function Tooltip({
  tip,
  focusable = true,
  className,
  children,
}: {
  tip: ReactNode;
  focusable?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { anchor, open, close, handlers } = useHover<HTMLSpanElement>(250);
  return (
    <>
      <span
        ref={anchor}
        {...handlers}
        // A tab stop although nothing can be pressed: the tip must be reachable by keyboard.
        tabIndex={focusable ? 0 : undefined}
        aria-describedby={open ? id : undefined}
        className={className}
      >
        {children}
      </span>
      {open && (
        <PopoverLayer anchor={anchor} onClose={close} label="" role="tooltip" id={id} side="top" align="center">
          {tip}
        </PopoverLayer>
      )}
    </>
  );
}
