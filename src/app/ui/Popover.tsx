import { type ReactNode, useRef, useState } from 'react';
import { PopoverLayer } from './layers/lazy';
import type { TriggerProps } from './trigger';

/** Shows a button that opens a small dialog beside it. Spread what `trigger` receives on a Button. */
export function Popover({
  label,
  trigger,
  className,
  children,
}: {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen((was) => !was),
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
      })}
      {open && (
        <PopoverLayer anchor={anchor} onClose={close} label={label} role="dialog" className={className}>
          {children(close)}
        </PopoverLayer>
      )}
    </>
  );
}
