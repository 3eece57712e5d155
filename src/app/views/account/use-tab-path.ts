/** Which part of an account's page is open, by the segment of the path after the address. */
import { useLocation } from '@tanstack/react-router';
import { tabClass } from '../../ui/TabStrip';

/** What every link to a part of an account's page has: it keeps the place of the page, and nothing of the search. */
export const PAGE_TAB = { search: {}, resetScroll: false, className: tabClass('page') } as const;

/** Answers whether a part is open, as `aria-current` says it. */
export function useTabPath(): (part: string) => 'page' | undefined {
  const { pathname } = useLocation();
  const [, open] = /\/(?:wallet|contract)\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
  return (part) => (open === part ? 'page' : undefined);
}
