/** Handing what was verified here to the hosted API: sources to everybody, or the ABI into the reader's project there. */
import { useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { VerificationDraft } from '../../../core/contract/verification/draft';
import type { HostedVerdict } from '../../../core/hosted/answers';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { ErrorState } from '../../ui/ErrorState';
import { Spinner } from '../../ui/Spinner';
import { newJobId, settleQuestion } from '../../use-question';
import { useWiring } from '../../wiring';
import { useHost } from './use-host';

type Props = {
  networkId: NetworkId;
  address: Address;
  draft: VerificationDraft;
  /** An ABI alone was verified. */
  abiOnly: boolean;
};

type State = { at: 'asking' } | { at: 'told'; verdict: HostedVerdict | undefined } | { at: 'failed'; failure: Failure };

export function HostVerification({ networkId, address, draft, abiOnly }: Props) {
  const { chain } = useWiring().workers;
  const reach = useHost<'reach'>({ of: 'reach', networkId });
  const [state, setState] = useState<State>();
  if (reach.state !== 'here' || reach.value === undefined) return null;
  const { project } = reach.value;
  const host = harmlessText(reach.value.host, 60);
  const place = project === undefined ? host : `${harmlessText(project, 120)} at ${host}`;
  // What is private stays here, unless it goes into a project, which takes an ABI and no sources.
  if (project === undefined && draft.visibility === 'private') return null;
  if (project !== undefined && !abiOnly && draft.visibility === 'private') {
    return <p className="text-muted">{host} takes no sources into a project; only their ABI can be given to it.</p>;
  }
  const send = async () => {
    setState({ at: 'asking' });
    const answer = await settleQuestion<{ told: HostedVerdict | undefined } | undefined>(() =>
      abiOnly
        ? chain.askHost<'verifyAbi'>(newJobId(), {
            of: 'verifyAbi',
            networkId,
            address,
            contractName: draft.abi.name || 'Contract',
            abi: draft.abi.text,
          })
        : chain.askHost<'verify'>(newJobId(), { of: 'verify', networkId, address, draft }),
    );
    setState(answer.ok ? { at: 'told', verdict: answer.value?.told } : { at: 'failed', failure: answer.error });
  };
  if (state?.at === 'asking') {
    return (
      <div className="flex items-center gap-3" role="status">
        <Spinner label="Verifying at the hosted API" /> {host} compiles and compares.
      </div>
    );
  }
  if (state?.at === 'failed') return <ErrorState compact failure={state.failure} onRetry={() => void send()} />;
  if (state?.at === 'told') return <Verdict host={place} verdict={state.verdict} />;
  const isPublic = !abiOnly || project === undefined;
  return (
    <Callout
      tone="accent"
      actions={
        <Button onClick={() => void send()}>{abiOnly ? `Give the ABI to ${place}` : `Publish at ${host}`}</Button>
      }
    >
      {abiOnly ? 'The ABI and the address' : 'The sources, the compiler settings and the address'} go to {place}
      {isPublic ? ', where everybody who uses it can read them.' : ', where the members of the project can read them.'}
    </Callout>
  );
}

function Verdict({ host, verdict }: { host: string; verdict: HostedVerdict | undefined }) {
  if (verdict === undefined) return <Callout role="status">{host} does not know this contract.</Callout>;
  if (verdict.isVerified) {
    return (
      <Callout tone="success" role="status">
        {host} took it.
      </Callout>
    );
  }
  return (
    <Callout tone="failure" role="status">
      {host} did not take it
      {verdict.mismatches.length === 0
        ? '.'
        : `: ${verdict.mismatches.map((one) => harmlessText(one, 200)).join('; ')}`}
    </Callout>
  );
}
