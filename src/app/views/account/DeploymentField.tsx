import { builtinAt } from '../../../core/contract/builtins';
import type { AccountSummary } from '../../../workers/contracts/contracts.api';
import { Field } from '../../ui/Facts';
import { AddressView } from '../../ui/identity/AddressView';
import { HashView } from '../../ui/identity/HashView';
import { useQuestion } from '../../use-question';

const ORIGINS = {
  seen: 'from its receipt',
  otterscan: 'as the endpoint says',
  hosted: 'as the hosted API says',
} as const;

/** Shows who deployed the contract, and in which transaction. */
export function DeploymentField({ account: { networkId, address } }: { account: AccountSummary }) {
  const creation = useQuestion('chain', `creation ${networkId} ${address}`, (chain, job) =>
    chain.contractCreation(job, networkId, address),
  );
  const system = builtinAt(address, networkId);
  return (
    <Field label="Deployment Address">
      {creation.state === 'waiting' ? (
        <span className="text-muted">…</span>
      ) : system?.kind === 'system' && !(creation.state === 'here' && creation.value !== undefined) ? (
        <>
          System contract <span className="text-muted">{system.source}</span>
        </>
      ) : creation.state === 'failed' ? (
        <span className="text-muted">not known: {creation.failure.message}</span>
      ) : creation.value === undefined ? (
        <span className="text-muted">
          not known: its transaction was not seen here, and the endpoint cannot search for it
        </span>
      ) : (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          {creation.value.creator !== undefined && <AddressView address={creation.value.creator} />}
          <span className="text-muted">in</span>
          <HashView hash={creation.value.hash} of="transaction" />
          <span className="text-muted">{ORIGINS[creation.value.origin]}</span>
        </span>
      )}
    </Field>
  );
}
