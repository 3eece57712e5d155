import { type RefObject, useEffect, useRef, useState } from 'react';

export type Hover<Element extends HTMLElement> = {
  anchor: RefObject<Element | null>;
  open: boolean;
  close: () => void;
  /** For the anchor: opens after the delay under the pointer, at once on keyboard focus. */
  handlers: {
    onPointerEnter: (event: { pointerType: string }) => void;
    onPointerLeave: () => void;
    onFocus: (event: { target: globalThis.Element }) => void;
    onBlur: () => void;
  };
  /** For the card: keeps it open while the pointer is on it. */
  cardHandlers: { onPointerEnter: () => void; onPointerLeave: () => void };
};

const LEAVE = 120; // milliseconds to cross the gap between anchor and card

/** Opens under the pointer after `delay` milliseconds and on focus; Escape is left to the layer. */
export function useHover<Element extends HTMLElement>(delay: number): Hover<Element> {
  const anchor = useRef<Element>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const later = (state: boolean, milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(state), milliseconds);
  };
  const now = (state: boolean) => {
    clearTimeout(timer.current);
    setOpen(state);
  };
  useEffect(
    () => () => {
      // A page has hundreds of these, and most never had the pointer: a call each would be felt when the page is left.
      if (timer.current !== undefined) clearTimeout(timer.current);
    },
    [],
  );
  return {
    anchor,
    open,
    close: () => now(false),
    handlers: {
      onPointerEnter: (event) => event.pointerType === 'mouse' && later(true, delay),
      onPointerLeave: () => later(false, LEAVE),
      onFocus: (event) => event.target.matches(':focus-visible') && now(true),
      onBlur: () => later(false, LEAVE),
    },
    cardHandlers: {
      onPointerEnter: () => now(true),
      onPointerLeave: () => later(false, LEAVE),
    },
  };
}
