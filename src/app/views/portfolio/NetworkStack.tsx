/** The networks of a list, one over the other: at most seven, then how many more. */
import type { Network } from '../../../core/chain/network';

const MOST = 7;

export function NetworkStack({ networks }: { networks: readonly Network[] }) {
  const names = networks.map(({ name }) => name).join(', ');
  return (
    <span role="img" aria-label={`Networks: ${names}`} title={names} className="inline-flex items-center">
      {networks.slice(0, MOST).map((network) => (
        <NetworkIcon key={network.id} network={network} stacked />
      ))}
      {networks.length > MOST && <span className="ml-1 text-s">+{networks.length - MOST}</span>}
    </span>
  );
}

/** Shows the first letter of a network on its colour. */
export function NetworkIcon({ network: { name, color }, stacked = false }: { network: Network; stacked?: boolean }) {
  return (
    <span
      aria-hidden
      className={`inline-flex size-[18px] shrink-0 items-center justify-center rounded-full border border-line bg-hover font-semibold text-[10px] text-text ${stacked ? '-ml-1 first:ml-0' : ''}`}
      style={color === undefined ? undefined : { borderColor: color }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
