import { Popover } from 'radix-ui';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { classes } from '../classes';

export type PopoverLayerProps = {
  /** The element that the popover is placed beside, and to which focus returns. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  label: string;
  /** tooltip: focus stays where it is, and Tab leads through. */
  role: 'dialog' | 'tooltip';
  id?: string | undefined;
  side?: 'top' | 'bottom' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  className?: string | undefined;
  onPointerEnter?: () => void;
  onPointerLeave?: () => void;
  children: ReactNode;
};

/** Shows the open part of popovers, hover cards and tooltips. Loaded on first use, because Radix is not needed before. */
export function PopoverLayer({
  anchor,
  onClose,
  label,
  role,
  side = 'bottom',
  align = 'start',
  className,
  children,
  ...rest
}: PopoverLayerProps) {
  const passive = role === 'tooltip';
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      {/* In the landmark it belongs to, for those who move by landmarks. */}
      <Popover.Portal container={anchor.current?.closest<HTMLElement>('main, header') ?? null}>
        <Popover.Content
          {...rest}
          role={role}
          aria-label={passive ? undefined : label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => passive && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const focused = document.activeElement;
            if (!passive && (focused === null || focused === document.body)) anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
          }}
          className={classes(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[min(480px,calc(100vw-16px))] overflow-auto',
            'animate-[rise_100ms_ease-out] rounded-l border border-line-strong bg-panel text-text shadow-layer',
            passive ? 'px-2.5 py-1.5 text-s' : 'outline-none',
            className,
          )}
        >
          {passive ? (
            // Radix keeps Tab inside of what it shows: whoever came to the copy button of a card would not get out again.
            // biome-ignore lint/a11y/noStaticElementInteractions: it only lets a key through
            <div className="contents" onKeyDown={leaveByTab}>
              {children}
            </div>
          ) : (
            children
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function leaveByTab(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation();
}
