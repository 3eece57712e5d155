import { DropdownMenu } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';

/** Where a menu is open: the button that it stands at, its name, and how it is closed. */
export type MenuPlace = { anchor: RefObject<HTMLElement | null>; label: string; onClose: () => void };

export type MenuItem = {
  /** Unique in its menu. */
  label: string;
  icon?: ReactNode;
  /** Present for an item that can be checked; assistive technology announces its state. */
  checked?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

const ITEM =
  'flex h-8 cursor-default select-none items-center gap-2 rounded-m px-2 outline-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent-soft';

/**
 * Shows the open menu, inside the landmark of its button. The rest of the page
 * is not hidden from assistive technology meanwhile: what is hidden must not
 * hold what can take the focus. Stands at an invisible twin of the anchor,
 * because the anchor itself was painted before Radix came.
 */
export function MenuLayer({ anchor, label, items, onClose }: MenuPlace & { items: readonly MenuItem[] }) {
  const [rect] = useState(() => anchor.current?.getBoundingClientRect());
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left: rect?.left, top: rect?.top, width: rect?.width, height: rect?.height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={anchor.current?.closest<HTMLElement>('header, main') ?? null}>
        <DropdownMenu.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          loop
          // A press of the button itself closes by its click.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const focused = document.activeElement;
            if (focused === null || focused === document.body) anchor.current?.focus();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 animate-[rise_100ms_ease-out] overflow-auto rounded-l border border-line-strong bg-panel p-1 text-text shadow-layer"
        >
          {items.map((item) =>
            item.checked === undefined ? (
              <DropdownMenu.Item
                key={item.label}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={ITEM}
              >
                {item.icon}
                {item.label}
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.CheckboxItem
                key={item.label}
                checked={item.checked}
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={ITEM}
              >
                {item.icon}
                {item.label}
                <span className="ml-auto w-4 text-right text-accent">{item.checked && '✓'}</span>
              </DropdownMenu.CheckboxItem>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
