import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { bringInSight } from './ui/TabStrip';

/**
 * Brings the link to the open page into sight in a strip of links that look like tabs, whenever another page opens.
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
