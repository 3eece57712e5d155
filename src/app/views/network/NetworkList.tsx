import { Link, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { readEndpoints } from '../../../db/networks/endpoints';
import { readNetworks } from '../../../db/networks/networks';
import { listedNetworks } from '../../networks';
import { buttonClass } from '../../ui/Button';
import { SkeletonRows } from '../../ui/Skeleton';
import { useStored } from '../../use-stored';
import { useNetworks, useWiring } from '../../wiring';

const SHOWN = 60; // rows; more are found by typing

/** Shows all networks with a search, the reader's own and configured ones first. */
export function NetworkList({ current, onChosen }: { current: Network | undefined; onChosen: () => void }) {
  const { config } = useWiring();
  const navigate = useNavigate();
  const networks = useNetworks();
  const own = useOwnNetworks();
  const [query, setQuery] = useState('');
  const first = useMemo(
    () => new Set<number>([...config.networks.map(({ id }) => id), ...own, ...(current ? [current.id] : [])]),
    [config, own, current],
  );
  const listed = useMemo(() => listedNetworks(networks ?? [], first), [networks, first]);
  const found = search(query === '' ? listed : (networks ?? []), query);

  return (
    <Command shouldFilter={false} label="Networks" className="flex max-h-[420px] flex-col">
      <Command.Input
        autoFocus
        value={query}
        onValueChange={setQuery}
        placeholder="Name or chain id"
        className="h-10 shrink-0 border-line border-b bg-transparent px-3 outline-none focus:border-accent"
      />
      <Command.List className="min-h-0 flex-1 overflow-auto p-1">
        {networks === undefined && <SkeletonRows count={6} label="Loading networks" />}
        {networks !== undefined && found.length === 0 && (
          <p className="px-3 py-6 text-center text-muted">No network has this name. You can add it in the settings.</p>
        )}
        {found.slice(0, SHOWN).map((network) => (
          <Command.Item
            key={network.id}
            value={String(network.id)}
            onSelect={() => {
              onChosen();
              void navigate({ to: '/{-$network}', params: { network: network.route } });
            }}
            className="flex h-8 cursor-pointer items-center gap-2 rounded-m px-2 data-[selected=true]:bg-accent-soft"
          >
            <bdi className="truncate font-medium">{network.name}</bdi>
            {isVirtual(network) ? (
              <span className="text-s text-virtual">◆ virtual</span>
            ) : (
              network.testnet && <span className="text-muted text-s">test</span>
            )}
            <span className="mono ml-auto text-muted">{network.id}</span>
            <span aria-hidden className="w-3 text-accent">
              {network.id === current?.id && '✓'}
            </span>
          </Command.Item>
        ))}
        {found.length > SHOWN && (
          <p className="px-2 py-1.5 text-muted text-s">{found.length - SHOWN} more: type to find them</p>
        )}
      </Command.List>
      <div className="flex gap-2 border-line border-t bg-raised p-2">
        <Link to="/networks" search={{ add: '' }} onClick={onChosen} className={buttonClass({ size: 's' })}>
          Add network
        </Link>
        <Link
          to="/{-$network}/virtual"
          params={{ network: undefined }}
          onClick={onChosen}
          className={buttonClass({ size: 's' })}
        >
          Virtual networks
        </Link>
        {current && (
          <Link
            to="/networks"
            search={{ network: current.id }}
            onClick={onChosen}
            className={buttonClass({ size: 's', variant: 'quiet' })}
          >
            Endpoints of {current.name}
          </Link>
        )}
      </div>
    </Command>
  );
}

function search(networks: readonly Network[], query: string): readonly Network[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return networks;
  return networks.filter(
    ({ id, name, route, excluded }) =>
      !excluded && (String(id).startsWith(wanted) || name.toLowerCase().includes(wanted) || route.includes(wanted)),
  );
}

const NO_NETWORKS: ReadonlySet<number> = new Set();

/** Ids of networks the reader added, or gave an endpoint for. */
function useOwnNetworks(): ReadonlySet<number> {
  const own = useStored(async () => {
    const [networks, endpoints] = await Promise.all([readNetworks(), readEndpoints()]);
    const given = endpoints.filter(({ origin }) => origin === 'reader').map(({ networkId }) => networkId);
    return new Set<number>([...networks.map(({ id }) => id), ...given]);
  }, []);
  return own ?? NO_NETWORKS;
}
