import { Link } from '@tanstack/react-router';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { clearVisits, readVisits } from '../../../db/reader/transaction-visits';
import { segmentOf } from '../../networks';
import { StatusGlyph } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useStored } from '../../use-stored';
import { useNetworks, useWiring } from '../../wiring';
import { SteadyList } from './SteadyList';

const SHOWN = 10;

/** Shows the transactions the reader opened, on every network, newest first. */
export function RecentVisits() {
  const { config } = useWiring();
  const networks = useNetworks();
  const visits = useStored(() => readVisits(SHOWN), []);
  const clear = visits !== undefined && visits.length > 0 && (
    <Button size="s" variant="quiet" onClick={() => void clearVisits()}>
      Clear
    </Button>
  );
  return (
    <Panel title="Recently opened" actions={clear}>
      <SteadyList label="Visits">
        {visits === undefined ? (
          <SkeletonRows count={6} label="Loading what you opened" />
        ) : visits.length === 0 ? (
          <EmptyState title="Nothing opened yet">
            Transactions you open stay here with their traces, and open again without network. They are kept in this
            browser only.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {visits.map(({ networkId, hash, title, status, visitedAt }) => {
              const network = networks?.find(({ id }) => id === networkId);
              return (
                <li key={`${networkId} ${hash}`}>
                  <Link
                    to="/{-$network}/tx/$hash/{-$tab}"
                    params={{ network: network ? segmentOf(config, network) : String(networkId), hash }}
                    data-focus-inside
                    className="flex items-baseline gap-x-3 px-3 py-1.5 hover:bg-hover"
                  >
                    <StatusGlyph status={status} />
                    <bdi className="min-w-0 truncate font-medium">{harmlessText(title, 120)}</bdi>
                    <span className="mono shrink-0 text-muted max-xs:hidden">{shorten(hash)}</span>
                    <span className="ml-auto shrink-0 text-muted">
                      {network && <bdi className="mr-2 max-lg:hidden">{network.name}</bdi>}
                      <TimeView time={visitedAt} focusable={false} />
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </SteadyList>
    </Panel>
  );
}
