/** What can be done with an account: its page handed on, and a call of it or from it simulated. */
import { Link } from '@tanstack/react-router';
import type { Address } from '../../../core/chain/primitives';
import { useNetwork } from '../../network-context';
import { Button, buttonClass } from '../../ui/Button';
import { useCopy } from '../../ui/CopyButton';
import { useWiring } from '../../wiring';
import { simulatorPage } from '../transaction/simulator-links';

export function AccountActions({ address, isContract }: { address: Address; isContract: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <div className="ml-auto flex shrink-0 gap-1.5 max-sm:flex-col">
      <Button onClick={() => void copy(location.href)} title="Copy the link of this page">
        {copied ? 'Copied' : 'Share'}
      </Button>
      <SimulateLink address={address} isContract={isContract} />
    </div>
  );
}

/** To the form with the account as callee, or as sender where it has no code. */
function SimulateLink({ address, isContract }: { address: Address; isContract: boolean }) {
  const { network, segment } = useNetwork();
  const { simulatorUrl } = useWiring().config;
  const query = isContract ? { contractAddress: address } : { from: address };
  if (simulatorUrl === undefined)
    return (
      <Link to="/{-$network}/simulator/new" params={{ network: segment }} search={query} className={buttonClass()}>
        Simulate
      </Link>
    );
  return (
    <a
      href={simulatorPage(simulatorUrl, { network: String(network.id), ...query })}
      target="_blank"
      rel="noreferrer"
      className={buttonClass()}
    >
      Simulate <span aria-hidden="true">↗</span>
      <span className="sr-only"> in a new tab</span>
    </a>
  );
}
