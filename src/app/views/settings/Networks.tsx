import { useNavigate } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { deleteNetwork, readNetworks } from '../../../db/networks';
import { listedNetworks } from '../../networks';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { useStored } from '../../use-stored';
import { useNetworks, useWiring } from '../../wiring';
import { Endpoints } from './Endpoints';
import { NetworkForm } from './NetworkForm';

/** One network at a time, its endpoints, and the form for another one. `chosen` and `add` are what the URL says. */
export function Networks({ chosen, add }: { chosen: number | undefined; add: string | undefined }) {
  const wiring = useWiring();
  const navigate = useNavigate();
  const networks = useNetworks();
  const own = useStored(readNetworks, []);
  const ownIds = new Set<number>(own?.map(({ id }) => id));
  const first = new Set<number>([...wiring.config.networks.map(({ id }) => id), ...ownIds]);
  const id = chosen ?? wiring.config.explorer?.networkId ?? wiring.config.defaultNetwork;
  const network = networks?.find((each) => each.id === id);
  const show = (next: number) =>
    void navigate({ to: '/settings', search: { network: next }, hash: 'networks', replace: true });

  async function remove(going: Network) {
    await deleteNetwork(going.id);
    wiring.reconfigure();
    show(wiring.config.defaultNetwork);
  }

  return (
    <Panel
      title="Networks and endpoints"
      actions={
        <Button
          size="s"
          aria-expanded={add !== undefined}
          onClick={() =>
            void navigate({
              to: '/settings',
              search: add === undefined ? { add: '' } : { network: id },
              hash: 'networks',
              replace: true,
            })
          }
        >
          {add === undefined ? 'Add network' : 'Cancel'}
        </Button>
      }
    >
      {add !== undefined ? (
        <NetworkForm key={add} chainId={add} networks={networks ?? []} onSaved={show} />
      ) : networks === undefined ? (
        <SkeletonRows count={4} label="Loading networks" />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2.5">
            <span aria-hidden className="font-medium">
              Network
            </span>
            <Combobox
              label="Network"
              value={network?.id}
              placeholder={`Unknown network ${id}`}
              options={listedNetworks(networks, new Set([...first, id])).map((each) => ({
                value: each.id,
                label: each.name,
                note: String(each.id),
              }))}
              onChange={show}
              className="w-[340px] max-w-full"
            />
            {network && ownIds.has(network.id) && (
              <Button size="s" variant="danger" onClick={() => void remove(network)}>
                Remove this network
              </Button>
            )}
          </div>
          {network && <Endpoints key={network.id} network={network} />}
        </>
      )}
    </Panel>
  );
}
