/** What a contract declares and what its variables hold: the outline beside the files of its source. */
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Address } from '../../../core/chain/primitives';
import type { OutlineEntry } from '../../../core/source/outline';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { EmptyState } from '../../ui/EmptyState';
import { RetryableError } from '../../ui/RetryableError';
import { SearchField } from '../../ui/SearchField';
import { Spinner } from '../../ui/Spinner';
import { useQuestion } from '../../use-question';
import { StorageView } from './StorageView';

const GROUPS = [
  { kind: 'function', title: 'Functions' },
  { kind: 'event', title: 'Events' },
  { kind: 'error', title: 'Errors' },
] as const;

/** Declarations of one kind that are shown. */
const MOST = 300;

/** `layoutOf` says whose variables the storage holds: those of its implementation for a proxy. */
export function ContractOutline({ address, layoutOf }: { address: Address; layoutOf: Address }) {
  const { network } = useNetwork();
  const [query, setQuery] = useState('');
  const answer = useQuestion('contracts', `outline ${network.id} ${address}`, (contracts, job) =>
    contracts.contractOutline(job, network.id, address),
  );
  if (answer.state === 'waiting') return <Spinner label="Reading the declarations in the sources" />;
  if (answer.state === 'failed') return <RetryableError failure={answer.failure} onRetry={answer.again} />;
  const wanted = query.trim().toLowerCase();
  const found = answer.value.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="flex min-w-0 flex-col">
      {answer.value.length === 0 ? (
        <EmptyState title="No outline">The compiler’s output has no tree of these sources.</EmptyState>
      ) : (
        <>
          <div className="border-line border-b bg-raised px-3 py-1.5">
            <SearchField label="Search declarations" value={query} onChange={setQuery} />
          </div>
          {found.length === 0 && (
            <EmptyState title="No results">No declaration has “{harmlessText(query, 60)}” in its name.</EmptyState>
          )}
          {GROUPS.map(({ kind, title }) => (
            <Group key={kind} title={title} address={address} entries={found.filter((entry) => entry.kind === kind)} />
          ))}
        </>
      )}
      <StorageView address={address} layoutOf={layoutOf} />
    </div>
  );
}

function Group({ title, address, entries }: { title: string; address: Address; entries: readonly OutlineEntry[] }) {
  const { segment } = useNetwork();
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-line border-b">
      <h3 id={id} className="px-3 pt-2 pb-1">
        {title} <span className="font-normal text-muted">{entries.length}</span>
      </h3>
      <ul className="pb-1.5">
        {entries.slice(0, MOST).map((entry) => (
          <li key={`${entry.path} ${entry.line} ${entry.name}`} className="flex min-w-0 flex-wrap gap-x-2 px-3 py-px">
            <Link
              to="/{-$network}/contract/$address/code"
              params={{ network: segment, address }}
              search={{ file: entry.path, line: entry.line }}
              resetScroll={false}
              className="link mono min-w-0 break-all"
            >
              {harmlessText(entry.name, 80)}({harmlessText(entry.parameters, 200)})
            </Link>
            <span className="text-muted text-s">
              {entry.attributes} {harmlessText(entry.declaredIn, 60)}, line {entry.line}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > MOST && (
        <p className="px-3 pb-1.5 text-muted">and {entries.length - MOST} more: search for them</p>
      )}
    </section>
  );
}
