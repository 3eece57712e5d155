/** An authorisation of a set-code transaction (EIP-7702): who signed what, and whether it took effect. */
import type { Transaction } from '../../../core/chain/transaction';
import { formatInteger } from '../../../core/format/counts';
import type { AuthorizationOutcome } from '../../../workers/trace/steps.api';
import { Badge } from '../../ui/Badge';
import { AddressView } from '../../ui/identity/AddressView';
import { useLoaded } from '../../use-loaded';
import type { useNames } from '../../use-names';
import { useTraceApi } from '../../wiring';
import { useMaybeOpenTrace } from '../open-trace/open-trace-context';
import { REFUSALS } from './authorization-text';
import { Bytes } from './GeneralInformation';

type Props = {
  authorization: NonNullable<Transaction['authorizationList']>[number];
  /** Undefined where the transaction was not executed here. */
  outcome: AuthorizationOutcome | undefined;
  names: ReturnType<typeof useNames>;
};

export function AuthorizationEntry({ authorization, outcome, names }: Props) {
  const { address, chainId, nonce, yParity, r, s } = authorization;
  const { authority, refusal } = outcome ?? {};
  const clears = BigInt(address) === 0n;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
      {authority && (
        <span>
          <span className="text-muted">Of</span> <AddressView address={authority} name={names[authority]} />
        </span>
      )}
      <span>
        <span className="text-muted">Code of</span>{' '}
        {clears ? 'no account any more' : <AddressView address={address} name={names[address]} kind="contract" />}
      </span>
      {outcome && (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Badge tone={refusal ? 'failure' : 'success'}>{refusal ? 'not applied' : 'applied'}</Badge>
          {refusal && <span>{REFUSALS[refusal]}</span>}
        </span>
      )}
      <span>
        <span className="text-muted">Chain</span> {chainId === 0 ? 'any' : chainId}
      </span>
      <span>
        <span className="text-muted">Nonce</span> {formatInteger(nonce)}
      </span>
      <span>
        <span className="text-muted">Signature</span> {yParity} <Bytes hex={r} what="r" /> <Bytes hex={s} what="s" />
      </span>
    </div>
  );
}

/** Returns the outcomes of the authorisations of the page's transaction; undefined until they are known, and where it was not executed here. */
export function useAuthorizations(when: boolean): readonly AuthorizationOutcome[] | undefined {
  const api = useTraceApi();
  const open = useMaybeOpenTrace();
  const key = when && open ? `${open.handle} authorizations` : undefined;
  return useLoaded(
    key,
    async () => {
      const answer = open && (await api.authorizations(open.handle));
      return answer?.ok ? answer.value : undefined;
    },
    { version: open?.known, ...(open && { onLost: open.lost }) },
  );
}
