import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { bringInSight } from './ui/TabStrip';

/**
 * For a strip of links that look like tabs: the link to the open page is brought into sight whenever that is another page.
 * A reader may scroll it away afterwards.
 */
export function useScrollToCurrentLink(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    // Links may come after the page, with what is learned of the contract.
    if (!current || shown.current === pathname) return;
    shown.current = pathname;
    bringInSight(current);
  });
  return strip;
}
