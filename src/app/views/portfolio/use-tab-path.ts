/** Which part of an account's page is open, by the segment of the path after the address. */
import { useLocation } from '@tanstack/react-router';

/** Answers whether a part is open, as `aria-current` says it. */
export function useTabPath(): (part: string) => 'page' | undefined {
  const { pathname } = useLocation();
  const [, open] = /\/(?:wallet|contract)\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
  return (part) => (open === part ? 'page' : undefined);
}
