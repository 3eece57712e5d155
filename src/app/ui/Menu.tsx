import { type ReactNode, useRef, useState } from 'react';
import { MenuLayer } from './layers/lazy';
import type { MenuItem } from './layers/MenuLayer';
import type { TriggerProps } from './trigger';

/** Shows a button that opens a menu of actions. Spread what `trigger` receives on a Button. */
export function Menu({
  label,
  items,
  trigger,
}: {
  label: string;
  items: readonly MenuItem[];
  trigger: (props: TriggerProps) => ReactNode;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen((was) => !was),
        'aria-expanded': open,
        'aria-haspopup': 'menu',
      })}
      {open && <MenuLayer anchor={anchor} label={label} items={items} onClose={() => setOpen(false)} />}
    </>
  );
}
