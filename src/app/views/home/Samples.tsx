import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { shorten } from '../../../core/format/shorten';
import { useNetwork } from '../../network-context';
import { contentShown } from '../../page-stages';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useWiring } from '../../wiring';
import { SteadyList } from './SteadyList';

// Apart, because it reads IndexedDB.
const NotableTransactions = lazyPart(
  async () => (await import('./NotableTransactions')).NotableTransactions,
  contentShown,
);

/** Shows transactions worth opening: of the configuration, else notable ones among those that this browser has seen. */
export function Samples({ network }: { network: Network }) {
  const { config } = useWiring();
  const { segment } = useNetwork();
  const samples = config.samples.filter(({ networkId }) => networkId === network.id);
  return (
    <Panel title="Worth opening">
      {samples.length === 0 ? (
        <SteadyList label="Suggested transactions">
          <NotableTransactions
            network={network}
            fallback={<SkeletonRows count={6} label="Looking for transactions" />}
          />
        </SteadyList>
      ) : (
        <ul className="divide-y divide-line">
          {samples.map(({ hash, name, note }) => (
            <li key={hash}>
              <Link
                to="/{-$network}/tx/$hash/{-$tab}"
                params={{ network: segment, hash }}
                data-focus-inside
                className="flex items-baseline gap-x-3 px-3 py-1.5 hover:bg-hover"
              >
                <span className="shrink-0 font-medium">{name}</span>
                <span className="min-w-0 truncate text-muted" title={note}>
                  {note}
                </span>
                <span className="mono ml-auto shrink-0 text-muted max-xs:hidden">{shorten(hash)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ShippedTraces />
    </Panel>
  );
}

/** Trace files that came with this deployment: they open without any endpoint. */
function ShippedTraces() {
  const { config } = useWiring();
  // An explorer shows its own chain only.
  if (config.traces.length === 0 || config.variant === 'explorer') return null;
  return (
    <section aria-label="Example traces">
      <p className="border-line border-y px-3 py-1.5 text-muted text-s first:border-t-0">
        Example traces of a demo chain, which need no endpoint
      </p>
      <ul className="divide-y divide-line">
        {config.traces.map(({ name, note, file }) => (
          <li key={file}>
            <Link
              to="/open"
              search={{ url: file }}
              data-focus-inside
              className="flex items-baseline gap-x-3 px-3 py-1.5 hover:bg-hover"
            >
              <span className="shrink-0 font-medium">{name}</span>
              <span className="min-w-0 truncate text-muted" title={note}>
                {note}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
