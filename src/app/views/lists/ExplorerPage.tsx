/** The pages of a chain's lists, one beside the other. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNetwork } from '../../network-context';
import { classes } from '../../ui/classes';
import { tabClass, tabStripClass } from '../../ui/TabStrip';
import { CHAIN_LISTS } from './chain-lists';

export function ExplorerPage({ title, children }: { title: string; children: ReactNode }) {
  const { network, segment } = useNetwork();
  return (
    <article className="flex flex-col gap-3">
      <h1>
        {title} <span className="font-normal text-muted">on {network.name}</span>
      </h1>
      <nav aria-label="Lists of the chain" className={classes(tabStripClass('page'), 'border-line border-b')}>
        {CHAIN_LISTS.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ network: segment }}
            search={{}}
            activeOptions={{ includeSearch: false }}
            className={tabClass('page')}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </article>
  );
}
