import { type ReactNode, useRef, useState } from 'react';
import { MenuLayer } from './layers/lazy';
import type { MenuItem, MenuPlace } from './layers/MenuLayer';
import type { TriggerProps } from './trigger';

type ButtonProps = { label: string; trigger: (props: TriggerProps) => ReactNode };

/** Shows a button that opens a menu of actions. Spread what `trigger` receives on a Button. */
export function Menu({ items, ...button }: ButtonProps & { items: readonly MenuItem[] }) {
  return <MenuButton {...button}>{(place) => <MenuLayer {...place} items={items} />}</MenuButton>;
}

/** Does as `Menu`, with a menu of the caller's. */
export function MenuButton({ label, trigger, children }: ButtonProps & { children: (place: MenuPlace) => ReactNode }) {
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
      {open && children({ anchor, label, onClose: () => setOpen(false) })}
    </>
  );
}
