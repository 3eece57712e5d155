/** A token's contract is shown as what is traded (market) or as code on the chain (contract): `view` in the address. */
import { Link } from '@tanstack/react-router';
import { classes } from '../../ui/classes';

export type ContractView = 'market' | 'contract';

/** Parses the view of an address; undefined for anything else, which counts as absent. */
export function parseContractView(text: string | undefined): ContractView | undefined {
  return text === 'market' || text === 'contract' ? text : undefined;
}

const VIEWS: readonly { view: ContractView; label: string }[] = [
  { view: 'market', label: 'Market' },
  { view: 'contract', label: 'Contract' },
];

export function ContractViewSwitch({ view }: { view: ContractView }) {
  return (
    <nav
      aria-label="View of the token"
      className="inline-flex h-6 self-start overflow-hidden rounded-m border border-line bg-panel text-s"
    >
      {VIEWS.map((each) => (
        <Link
          key={each.view}
          to="."
          search={(before) => ({ ...before, view: each.view })}
          aria-current={each.view === view ? 'true' : undefined}
          resetScroll={false}
          replace
          className={classes(
            'inline-flex items-center px-[7px] font-medium text-muted hover:text-text',
            each.view === view && 'bg-accent-soft text-accent',
          )}
        >
          {each.label}
        </Link>
      ))}
    </nav>
  );
}
