/** One virtual network: what only a chain of one's own can be told. */
import { Link } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptVirtualNetwork } from '../../../db/rows/virtual-network-row';
import { readVirtualNetwork } from '../../../db/virtual/virtual-networks';
import { Badge } from '../../ui/Badge';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { HiddenHeading } from '../../ui/HiddenHeading';
import { TimeView } from '../../ui/identity/TimeView';
import { SkeletonRows } from '../../ui/Skeleton';
import { useLoaded } from '../../use-loaded';
import { useStored } from '../../use-stored';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { AskCard } from './AskCard';
import { BlocksCard } from './BlocksCard';
import { FaucetCard } from './FaucetCard';
import { ForkAgainCard } from './ForkAgainCard';
import { KeptCard } from './KeptCard';
import { OwnBlocks } from './OwnBlocks';
import { SendCard } from './SendCard';
import { SendersCard } from './SendersCard';
import { SetValueCard } from './SetValueCard';
import { SnapshotsCard } from './SnapshotsCard';
import { StateFileCard } from './StateFileCard';
import { TimeCard } from './TimeCard';
import { TokenCard } from './TokenCard';
import { ownBlocks, useAsk } from './use-virtual-network';

export function VirtualNetworkPage({ network, segment }: { network: Network; segment: string | undefined }) {
  useTitle(`${network.name}, virtual network`);
  // Null: there is none. Undefined: not read yet.
  const kept = useStored(async () => (await readVirtualNetwork(network.id)) ?? null, [network.id]);
  if (kept === undefined) {
    return (
      <>
        <HiddenHeading>Virtual network</HiddenHeading>
        <SkeletonRows count={8} label="Loading the virtual network" />
      </>
    );
  }
  if (kept === null)
    return (
      <EmptyState title="Not a virtual network">
        {harmlessText(network.name, 60)} is not a virtual network of this browser.{' '}
        <Link to="/{-$network}/virtual" params={{ network: undefined }} className="link">
          Virtual networks
        </Link>
      </EmptyState>
    );
  return <Steering kept={kept} network={network} segment={segment} />;
}

type Props = { kept: KeptVirtualNetwork; network: Network; segment: string | undefined };

function Steering({ kept, network, segment }: Props) {
  const ask = useAsk(kept);
  const steered = { kept, ask };
  const currency = network.nativeCurrency;
  return (
    <div className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-3 break-words">
            <bdi>{harmlessText(kept.name, 60)}</bdi> <Runner kept={kept} />
          </h1>
          <p className="text-muted">
            Head {formatInteger(kept.head.number)}, {countOf(ownBlocks(kept), 'block')} made here. Made{' '}
            <TimeView time={kept.createdAt} />
          </p>
        </div>
        <div className="ml-auto flex flex-wrap gap-2">
          <Link to="/{-$network}/simulator/new" params={{ network: segment }} className={buttonClass()}>
            Simulate
          </Link>
          <Link to="/{-$network}/transactions" params={{ network: segment }} className={buttonClass()}>
            Transactions
          </Link>
          <Link to="/{-$network}/virtual" params={{ network: undefined }} className={buttonClass()}>
            All virtual networks
          </Link>
        </div>
      </header>
      <div className="grid items-start gap-3.5 md:grid-cols-2 lg:grid-cols-3">
        <BlocksCard {...steered} />
        <SendCard {...steered} currency={currency} />
        <FaucetCard {...steered} currency={currency} />
        <SendersCard {...steered} />
        <SnapshotsCard {...steered} />
        <TimeCard {...steered} />
      </div>
      <OwnBlocks kept={kept} segment={segment} />
      <div className="grid items-start gap-3.5 md:grid-cols-2">
        <SetValueCard {...steered} currency={currency} />
        <TokenCard {...steered} />
        {kept.parent && <ForkAgainCard kept={kept} parent={kept.parent} />}
        <StateFileCard {...steered} />
        <AskCard kept={kept} />
        <KeptCard {...steered} />
      </div>
    </div>
  );
}

/** Milliseconds between two questions who runs the network. No endpoint is asked. */
const RUNNER_PACE = 2_000;

/** Tells which tab executes what is asked of the network. */
function Runner({ kept }: { kept: KeptVirtualNetwork }) {
  const { virtual } = useWiring().workers;
  const [round, ask] = useReducer((before: number) => before + 1, 0);
  const runner = useLoaded(`runner ${kept.networkId}`, () => virtual.runner(kept.networkId), { version: round });
  const isElsewhere = runner === 'elsewhere';
  // A tab that is closed says nothing, and this one takes over.
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(ask, RUNNER_PACE);
    return () => clearInterval(timer);
  }, [isElsewhere]);
  if (runner === undefined) return null;
  return <Badge>{runner === 'here' ? 'run by this tab' : 'run by another tab'}</Badge>;
}
