import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { useHead } from '../../chain-head';
import { Button, buttonClass } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazy-part';
import { Popover } from '../../ui/Popover';
import { Skeleton, SkeletonRows } from '../../ui/Skeleton';
import { useWiring } from '../../wiring';

const NetworkList = lazyPart(async () => (await import('../network/NetworkList')).NetworkList);

/** Shows the network of the page, and the way to the others. The explorer variant knows one other deployment at most. */
export function NetworkSwitcher({ here }: { here: { network: Network } | undefined }) {
  const { config } = useWiring();
  if (config.variant === 'explorer') return <ExplorerSwitcher here={here} />;
  return (
    <Popover
      label="Networks"
      className="w-[340px] overflow-hidden"
      trigger={(props) => (
        <Button {...props} className="min-w-0 shrink">
          {here ? <CurrentNetwork network={here.network} /> : <span className="text-muted">Networks</span>}
          <Icon name="down" size={13} />
        </Button>
      )}
    >
      {(close) => (
        <NetworkList
          fallback={<SkeletonRows count={6} label="Loading networks" />}
          current={here?.network}
          onChosen={close}
        />
      )}
    </Popover>
  );
}

/** This explorer and the other, mainnet and testnet. */
function ExplorerSwitcher({ here }: { here: { network: Network } | undefined }) {
  const { config } = useWiring();
  const other = config.explorer?.other;
  return (
    <nav aria-label="Explorers" className="flex min-w-0 items-center gap-1 rounded-m border border-line">
      <Link
        to="/{-$network}"
        params={{ network: undefined }}
        aria-current="true"
        title={here && (here.network.testnet ? 'Testnet' : 'Mainnet')}
        className="inline-flex h-[30px] min-w-0 items-center gap-1.5 rounded-m px-2.5 font-medium"
      >
        {here ? <CurrentNetwork network={here.network} /> : <Skeleton />}
      </Link>
      {other && (
        <a href={other.url} className={classes(buttonClass({ variant: 'quiet' }), 'max-md:hidden')}>
          {other.name}
        </a>
      )}
    </nav>
  );
}

/** Name, chain id, and whether the endpoint answers. */
function CurrentNetwork({ network }: { network: Network }) {
  const head = useHead(network.id);
  const state = head === undefined ? 'asking' : head.ok ? 'answering' : 'not answering';
  return (
    <>
      <span
        role="img"
        aria-label={`Endpoint ${state}`}
        className={classes(
          'size-[7px] shrink-0',
          // Round or square, so that it can be told without colours.
          head?.ok === false ? 'rounded-[1px] bg-failure' : 'rounded-full',
          head === undefined ? 'bg-line-strong' : head.ok && 'bg-success',
        )}
      />
      <bdi className="truncate">{network.name}</bdi>
      <span className="font-normal text-muted max-md:hidden">{network.id}</span>
    </>
  );
}
