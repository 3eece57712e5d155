/** Below the header of every page of a virtual network: what this is, so that nobody takes it for the chain it came from. */
import { Link } from '@tanstack/react-router';
import type { Network } from '../../../core/chain/network';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { readVirtualNetwork } from '../../../db/virtual/virtual-networks';
import { useStored } from '../../use-stored';

export function VirtualStrip({ network }: { network: Network }) {
  const parent = useStored(() => readVirtualNetwork(network.id), [network.id])?.parent;
  return (
    <aside
      data-virtual
      aria-label="Virtual network"
      className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-0.5 border-virtual border-b bg-[repeating-linear-gradient(135deg,var(--virtual-soft)_0_10px,var(--panel)_10px_20px)] px-3 py-0.5 text-s sm:px-5"
    >
      <Link to="/{-$network}/virtual" params={{ network: network.route }} className="font-semibold text-virtual">
        <span aria-hidden>◆ </span>Virtual network
      </Link>
      <span className="min-w-0 truncate">
        <bdi>{harmlessText(network.name, 60)}</bdi>
      </span>
      <span>chain id {network.id}</span>
      {parent && (
        <span>
          fork of {harmlessText(parent.name, 40)} at block {formatInteger(parent.number)}{' '}
          <code className="max-md:hidden">{shorten(parent.hash)}</code>
        </span>
      )}
      <span className="ml-auto text-muted max-md:hidden">
        Lives in this browser{parent && ` and only reads ${harmlessText(parent.name, 40)}`}
      </span>
    </aside>
  );
}
