/**
 * A network with its endpoints: how each fares, what it can do, in which order they are tried; the reader's own networks;
 * and keys for sources that ask for one. `network` and `add` are what the URL says.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { harmlessText } from '../../../core/text/harmless';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { deleteNetwork, readNetworks } from '../../../db/networks/networks';
import { listedNetworks } from '../../networks';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useNetworks, useWiring } from '../../wiring';
import { Endpoints } from './Endpoints';
import { EtherscanKey } from './EtherscanKey';
import { HostedApi } from './HostedApi';
import { NetworkDetails } from './NetworkDetails';
import { NetworkForm } from './NetworkForm';

type Props = { network?: number | undefined; add?: string | undefined };

export function NetworksPage({ network: chosen, add }: Props) {
  useTitle('Networks');
  const wiring = useWiring();
  const navigate = useNavigate();
  const networks = useNetworks();
  const own = useStored(readNetworks, []);
  const ownIds = new Set<number>(own?.map(({ id }) => id));
  const first = new Set<number>([...wiring.config.networks.map(({ id }) => id), ...ownIds]);
  const { explorer, defaultNetwork } = wiring.config;
  // An explorer shows one chain, whatever the address says.
  const id = explorer?.networkId ?? chosen ?? defaultNetwork;
  const network = networks?.find((each) => each.id === id);
  const go = (search: Props) => void navigate({ to: '/networks', search, replace: true });

  async function remove(going: Network) {
    await deleteNetwork(going.id);
    wiring.reconfigure();
    go({});
    toast({ text: `${harmlessText(going.name, 60)} and your endpoints of it are removed.` });
  }

  return (
    <div className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div>
          <h1>Networks</h1>
          <p className="text-muted">
            {explorer === undefined
              ? 'The chains that Loupe knows, and the endpoints it asks of each.'
              : 'The chain of this explorer, and the endpoints that are asked.'}{' '}
            Changes are kept in this browser only.
          </p>
        </div>
        <div className={explorer === undefined ? 'ml-auto flex flex-wrap items-center gap-2' : 'hidden'}>
          {networks && (
            <Combobox
              label="Network"
              value={network?.id}
              placeholder={`Unknown network ${id}`}
              options={listedNetworks(networks, new Set([...first, id])).map((each) => ({
                value: each.id,
                label: each.name,
                note: String(each.id),
              }))}
              onChange={(next) => go({ network: next })}
              className="w-[300px] max-w-full"
            />
          )}
          <Button
            aria-expanded={add !== undefined}
            onClick={() => go(add === undefined ? { add: '' } : { network: id })}
          >
            {add === undefined ? 'Add network' : 'Cancel'}
          </Button>
        </div>
      </header>
      {add !== undefined && explorer === undefined && (
        <Panel title="Add a network">
          <NetworkForm key={add} chainId={add} networks={networks ?? []} onSaved={(next) => go({ network: next })} />
        </Panel>
      )}
      {networks === undefined ? (
        <SkeletonRows count={6} label="Loading networks" />
      ) : network === undefined ? (
        <UnknownNetwork id={id} onAdd={() => go({ add: String(id) })} />
      ) : isVirtual(network) ? (
        <Panel title={harmlessText(network.name, 60)} aside="virtual network">
          <p className="p-3">
            It runs in this browser and has no other endpoint.{' '}
            <Link to="/{-$network}/virtual" params={{ network: network.route }} className="link">
              Its page
            </Link>{' '}
            steers and deletes it.
          </p>
        </Panel>
      ) : (
        <>
          <NetworkDetails
            key={`details ${network.id}`}
            network={network}
            isOwn={ownIds.has(network.id)}
            onRemove={() => void remove(network)}
          />
          <Panel title="Endpoints" aside="tried from the top">
            <Endpoints key={network.id} network={network} />
          </Panel>
        </>
      )}
      {network !== undefined && !isVirtual(network) && (
        <Panel title="Hosted API" aside="one more provider, for this network">
          <HostedApi key={network.id} networkId={network.id} />
        </Panel>
      )}
      <Panel title="Keys for sources" aside="sent to their own address only">
        <EtherscanKey />
        <p className="border-line border-t px-3 py-2.5 text-muted">
          Choose which other services may be asked in{' '}
          <Link to="/settings" hash="third-parties" className="link underline">
            Settings
          </Link>
          .
        </p>
      </Panel>
    </div>
  );
}

function UnknownNetwork({ id, onAdd }: { id: number; onAdd: () => void }) {
  return (
    <Panel title={`Chain ${id}`}>
      <EmptyState
        title="Loupe does not know this network"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add it
          </Button>
        }
      >
        Add it with the address of one of its nodes to use it.
      </EmptyState>
    </Panel>
  );
}
