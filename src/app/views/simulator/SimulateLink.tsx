import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Address } from '../../../core/chain/primitives';
import { useNetwork } from '../../network-context';
import { buttonClass } from '../../ui/Button';
import { useWiring } from '../../wiring';
import { simulatorPage } from './simulator-links';

type Props = {
  /** What the form begins with. */
  query?: { block?: number; from?: Address; contractAddress?: Address };
  children: ReactNode;
};

/** Links to the form of a new simulation: here, or in a new tab at the simulator that the deployment names. */
export function SimulateLink({ query = {}, children }: Props) {
  const { network, segment } = useNetwork();
  const { simulatorUrl } = useWiring().config;
  if (simulatorUrl === undefined) {
    return (
      <Link to="/{-$network}/simulator/new" params={{ network: segment }} search={query} className={buttonClass()}>
        {children}
      </Link>
    );
  }
  const stated = Object.entries({ network: network.id, ...query }).map(([key, value]) => [key, String(value)]);
  return (
    <a
      href={simulatorPage(simulatorUrl, Object.fromEntries(stated))}
      target="_blank"
      rel="noreferrer"
      className={buttonClass()}
    >
      {children} <span aria-hidden="true">↗</span>
      <span className="sr-only"> in a new tab</span>
    </a>
  );
}
