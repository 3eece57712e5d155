/** The address of a name that is typed, from the registry of the page's network: shown first, taken by a press. */
import { useState } from 'react';
import { hasEns } from '../../../core/chain/ens-networks';
import type { Address } from '../../../core/chain/primitives';
import { harmlessText } from '../../../core/text/harmless';
import { useNetwork } from '../../network-context';
import { Button } from '../../ui/Button';
import type { NameLookupProps } from '../../ui/form/name-lookup-context';
import { AddressView } from '../../ui/identity/AddressView';
import { useLoaded } from '../../use-loaded';
import { newJobId, settleQuestion } from '../../use-question';
import { useWiring } from '../../wiring';

/** Milliseconds after the last key press: half a name is another name. */
const PAUSE = 350;
/** UTF-16 units of a name, and of the name of a network. */
const MAX_NAME = 60;

export function TypedEnsName({ name, onUse }: NameLookupProps) {
  const { chain } = useWiring().workers;
  const { network } = useNetwork();
  const [round, setRound] = useState(0);
  const found = useLoaded(
    `${network.id} ${name}`,
    () => settleQuestion(() => chain.lookUpEns(newJobId(), network.id, name)),
    { delay: PAUSE, version: round },
  );
  const where = harmlessText(network.name, MAX_NAME);
  const typed = harmlessText(name, MAX_NAME);
  return (
    <div role="status" className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-s">
      {found === undefined ? (
        <span className="text-muted">
          Looking {typed} up in the ENS registry on {where} …
        </span>
      ) : !found.ok ? (
        <>
          <span className="text-failure">
            {typed} could not be looked up: {found.error.message}
          </span>
          <Button size="s" onClick={() => setRound(round + 1)}>
            Retry
          </Button>
        </>
      ) : found.value === undefined ? (
        <span className="text-failure">
          {hasEns(network.id)
            ? `${typed} has no address in ENS on ${where}.`
            : `${where} has no ENS registry with ${typed}. Give the address itself.`}
        </span>
      ) : (
        <>
          <AddressView address={found.value as Address} form="full" link={false} />
          <Button size="s" onClick={() => onUse(found.value as Address)}>
            Use this address
          </Button>
        </>
      )}
    </div>
  );
}
