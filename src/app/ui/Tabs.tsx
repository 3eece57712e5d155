import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A row of links to the views of one thing. Tabs are links: they open in a new browser tab, and back returns. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex gap-0.5 overflow-x-auto border-line border-b [scrollbar-width:none]">
      {children}
    </nav>
  );
}

export type TabProps = {
  /** Where it leads; the tab is current while that path is. */
  link: LinkProps;
  /** Other views lie below this path, so only the exact path makes it current. */
  exact?: boolean;
  count?: number | undefined;
  children: ReactNode;
};

export function Tab({ link, exact = false, count, children }: TabProps) {
  return (
    <Link
      {...link}
      activeOptions={{ exact, includeSearch: false }}
      data-focus-inside
      className="-mb-px whitespace-nowrap border-transparent border-b-2 px-3 py-2 font-medium text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
    >
      {children}
      {count !== undefined && <span className="ml-1 text-[11px] text-faint">{count}</span>}
    </Link>
  );
}
