/** Hands the sources to Sourcify: of the contract, of the same on other chains, and of others that they made. */
import { useState } from 'react';
import type { NetworkId } from '../../../core/chain/primitives';
import { inputOfDraft } from '../../../core/contract/verification/review-sources';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { fail } from '../../../core/values/result';
import { targetKey } from '../../../machines/verification.machine';
import type { CodeElsewhere, Publication, PublishTarget } from '../../../workers/contracts/verification.api';
import { stoppedFailure } from '../../stopped-failure';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Combobox } from '../../ui/Combobox';
import { ErrorState } from '../../ui/ErrorState';
import { FormField } from '../../ui/form/FormField';
import { Spinner } from '../../ui/Spinner';
import { newJobId } from '../../use-question';
import { useContractsApi, useNetworks } from '../../wiring';
import { OtherContracts } from './OtherContracts';
import type { Verification } from './use-verification';

export function Publish({ verification }: { verification: Verification }) {
  const { snapshot, networkId, address } = verification;
  const { outcome, published } = snapshot.context;
  const nameOf = useNetworkNames();
  const [chains, setChains] = useState<readonly Elsewhere[]>([]);
  const [others, setOthers] = useState<readonly PublishTarget[]>([]);
  const isPublishing = snapshot.matches('publishing');
  const verdict = outcome?.best.verdict;
  const own: PublishTarget = { networkId, address, root: `${verdict?.path ?? ''}:${verdict?.name ?? ''}` };
  const done = new Set((published ?? []).flatMap((one) => (one.published ? [targetKey(one.target)] : [])));
  const wanted = [
    own,
    ...chains.filter(({ code }) => code === 'same').map((elsewhere) => ({ ...own, networkId: elsewhere.networkId })),
    ...others,
  ].filter((target) => !done.has(targetKey(target)));
  return (
    <div className="flex flex-col gap-3">
      {published?.map((publication) => (
        <PublicationLine
          key={targetKey(publication.target)}
          publication={publication}
          name={nameOf(publication.target.networkId)}
        />
      ))}
      {isPublishing ? (
        <Running verification={verification} nameOf={nameOf} />
      ) : (
        wanted.length > 0 && <Offer verification={verification} wanted={wanted} />
      )}
      {/* What is chosen here is published, so both keep what they show for as long as it counts. */}
      <div hidden={isPublishing} className="flex flex-col gap-3">
        <OtherChains verification={verification} chosen={chains} nameOf={nameOf} onChosen={setChains} />
        <OtherContracts verification={verification} chosen={others} done={done} onChosen={setOthers} />
      </div>
    </div>
  );
}

/** Shows the contract that is being published, and the progress. */
function Running({
  verification: { snapshot, send },
  nameOf,
}: {
  verification: Verification;
  nameOf: (id: NetworkId) => string;
}) {
  const { publishing } = snapshot.context;
  return (
    <div className="flex flex-wrap items-center gap-3" role="status">
      <Spinner label="Publishing" />
      {publishing !== undefined && publishing.of > 1 && (
        <span>
          <b>
            {publishing.at} of {publishing.of}
          </b>
          : <code>{shorten(publishing.target.address)}</code> on {nameOf(publishing.target.networkId)}
        </span>
      )}
      {publishing?.state === 'waiting'
        ? 'Sourcify has the sources and compiles them.'
        : 'Sending the sources to Sourcify.'}
      <Button size="s" onClick={() => send({ type: 'user.cancel' })}>
        Cancel
      </Button>
    </div>
  );
}

/** Lists what publishing would send, and has the button that sends it. */
function Offer({
  verification: { snapshot, send },
  wanted,
}: {
  verification: Verification;
  wanted: readonly PublishTarget[];
}) {
  const { draft, wasSent } = snapshot.context;
  const stated = inputOfDraft(draft);
  const files = stated.ok ? Object.keys(stated.value.input.sources).length : 0;
  const networks = [...new Set(wanted.map((target) => target.networkId))];
  return (
    <Callout
      tone="accent"
      actions={
        <Button variant="primary" onClick={() => send({ type: 'user.publish', targets: wanted })}>
          {wanted.length === 1 ? 'Publish to Sourcify' : `Publish ${countOf(wanted.length, 'contract')} to Sourcify`}
        </Button>
      }
    >
      {!wasSent && 'Not public yet. '}
      Publishing sends {countOf(files, 'source file')}, the compiler settings, the{' '}
      {networks.length === 1 ? 'chain' : 'chains'} ({networks.join(', ')}) and the{' '}
      {wanted.length === 1 ? 'address' : 'addresses'} to Sourcify, where everybody can read them for good. Nothing can
      be taken back.
    </Callout>
  );
}

function PublicationLine({
  publication: { target, published, failure },
  name,
}: {
  publication: Publication;
  name: string;
}) {
  const of = (
    <>
      <code>{shorten(target.address)}</code> on {name}:
    </>
  );
  if (published === undefined) {
    // Of a cancelled one the sentence says what Sourcify has.
    const advice = failure.code === 'cancelled' ? { advice: 'It can be published again.' } : {};
    return (
      <ErrorState
        compact
        title={of}
        failure={{ ...failure, message: harmlessText(failure.message, 500) }}
        {...advice}
      />
    );
  }
  return (
    <Callout tone="success" role="status">
      {of}{' '}
      {published.state === 'already'
        ? 'Sourcify had this contract already.'
        : `Sourcify verified the contract${published.match === undefined ? '' : `: ${published.match} match`}.`}{' '}
      <a className="link" href={published.url} target="_blank" rel="noreferrer">
        Open it there
      </a>
    </Callout>
  );
}

/** A chain that the reader named, and what is at the address there. */
type Elsewhere = { networkId: NetworkId; code: CodeElsewhere | 'asking' | 'unknown'; problem?: string };

/** Only chains that the reader names are asked: an address on all of them would be told to as many strangers. */
function OtherChains({
  verification: { networkId, address },
  chosen,
  nameOf,
  onChosen,
}: {
  verification: Verification;
  chosen: readonly Elsewhere[];
  nameOf: (id: NetworkId) => string;
  onChosen: (change: (chosen: readonly Elsewhere[]) => readonly Elsewhere[]) => void;
}) {
  const api = useContractsApi();
  const networks = useNetworks() ?? [];
  const known = new Set([networkId, ...chosen.map((elsewhere) => elsewhere.networkId)]);
  const options = networks
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ value: id as number, label: harmlessText(name, 80), note: String(id) }));
  const ask = async (id: NetworkId) => {
    onChosen((all) => [...all.filter((one) => one.networkId !== id), { networkId: id, code: 'asking' }]);
    const answer = await api
      .compareElsewhere(newJobId(), networkId, address, id)
      .catch((error: unknown) => fail(stoppedFailure(error)));
    const told: Elsewhere = answer.ok
      ? { networkId: id, code: answer.value }
      : { networkId: id, code: 'unknown', problem: answer.error.message };
    onChosen((all) => all.map((one) => (one.networkId === id ? told : one)));
  };
  if (options.length === 0 && chosen.length === 0) return null;
  return (
    <section aria-label="Other chains" className="flex max-w-[640px] flex-col gap-2">
      <FormField
        label="The same contract on another chain"
        empty
        help="A chain with the same code at the same address can be published for with these sources, too."
      >
        {(control) => (
          <Combobox
            label="The same contract on another chain"
            control={control}
            placeholder="Choose a chain"
            value={undefined}
            options={options}
            onChange={(id) => void ask(id as NetworkId)}
          />
        )}
      </FormField>
      {chosen.length > 0 && (
        <ul className="divide-y divide-line rounded-m border border-line">
          {chosen.map(({ networkId: id, code, problem }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
              <span className="font-[550]">{nameOf(id)}</span>
              <span role="status" className={code === 'same' ? 'text-success' : 'text-muted'}>
                {code === 'asking' ? (
                  <Spinner label="Reading the code" />
                ) : code === 'unknown' ? (
                  harmlessText(problem ?? '', 300)
                ) : (
                  CODE_TEXT[code]
                )}
              </span>
              <span className="ml-auto flex gap-2">
                {code === 'unknown' && (
                  <Button size="s" onClick={() => void ask(id)}>
                    Retry
                  </Button>
                )}
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`Remove ${nameOf(id)}`}
                  onClick={() => onChosen((all) => all.filter((one) => one.networkId !== id))}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const CODE_TEXT: Readonly<Record<CodeElsewhere, string>> = {
  same: 'the same code: published too',
  other: 'other code at this address: left out',
  none: 'no code at this address: left out',
};

/** A chain by its name, or by its id where it is in no list. */
function useNetworkNames(): (id: NetworkId) => string {
  const networks = useNetworks() ?? [];
  return (id) => harmlessText(networks.find((network) => network.id === id)?.name ?? `Chain ${id}`, 80);
}
