/** Other addresses whose code the verified sources made, to be published with the contract: the list of many at once. */
import { useState } from 'react';
import { parseAddress } from '../../../core/chain/address';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { DraftSettings } from '../../../core/contract/verification/draft';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { failure } from '../../../core/values/failure';
import { fail } from '../../../core/values/result';
import { type ProjectContracts, readContractsOfProjects } from '../../../db/projects/projects';
import { targetKey } from '../../../machines/verification.machine';
import type { MatchedAddress, PublishTarget } from '../../../workers/contracts/verification.api';
import { stoppedFailure } from '../../stopped-failure';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { AddressView } from '../../ui/identity/AddressView';
import { NativeSelect } from '../../ui/NativeSelect';
import { Spinner } from '../../ui/Spinner';
import { TextArea } from '../../ui/TextArea';
import { useLatest } from '../../ui/use-latest';
import { newJobId } from '../../use-question';
import { useStored } from '../../use-stored';
import { useContractsApi } from '../../wiring';
import { OwnSettings } from './OwnSettings';
import { settingsText } from './steps';
import type { Verification } from './use-verification';

/** Addresses that are compared at once. */
const MOST = 100;

export function OtherContracts({
  verification: { networkId, address, snapshot, hasPrivate },
  chosen,
  done,
  onChosen,
}: {
  verification: Verification;
  chosen: readonly PublishTarget[];
  /** Keys of what is published. */
  done: ReadonlySet<string>;
  onChosen: (change: (chosen: readonly PublishTarget[]) => readonly PublishTarget[]) => void;
}) {
  const api = useContractsApi();
  const { draft, review } = snapshot.context;
  const [text, setText] = useState('');
  const [own, setOwn] = useState<Readonly<Record<Address, DraftSettings>>>({});
  const [opened, setOpened] = useState<Address>();
  const [matched, setMatched] = useState<readonly MatchedAddress[]>([]);
  const listed = useLatest(matched);
  const [state, setState] = useState<{ asking: boolean; problem?: string }>({ asking: false });
  const read = readAddresses(text);
  const projects = useContractsOfProjects(networkId, address);
  const matches = matched.filter((one) => one.state === 'match');
  const leftOut = matched.filter((one) => one.state !== 'match');
  const compare = async () => {
    if (!read.ok) return;
    setState({ asking: true });
    const wanted = read.addresses.filter((one) => one !== address);
    const answer = await api
      .matchAddresses(newJobId(), networkId, { draft, addresses: wanted, keep: hasPrivate })
      .catch((error: unknown) => fail(stoppedFailure(error)));
    setState(answer.ok ? { asking: false } : { asking: false, problem: answer.error.message });
    if (!answer.ok) return;
    setMatched(answer.value);
    setOwn({});
    const found = answer.value.filter((one) => one.state === 'match').map((one) => targetOf(networkId, one));
    onChosen(() => found);
  };
  const compareOwn = async (compared: Address, settings: DraftSettings) => {
    const question = { draft: { ...draft, settings }, addresses: [compared], keep: hasPrivate };
    const answer = await api
      .matchAddresses(newJobId(), networkId, question)
      .catch((error: unknown) => fail(stoppedFailure(error)));
    if (!answer.ok) return answer.error;
    const [found] = answer.value;
    if (found?.state !== 'match')
      return failure('badAnswer', `${WORDS[found?.state ?? 'unread']}, with these settings.`);
    // Other addresses were compared meanwhile: what is not in the list cannot be chosen.
    if (!listed.current.some((one) => one.address === compared)) return undefined;
    setMatched((all) => all.map((one) => (one.address === compared ? found : one)));
    setOwn((all) => ({ ...all, [compared]: settings }));
    onChosen((all) => withTarget(all, targetOf(networkId, found, settings)));
    return undefined;
  };
  return (
    <details className="min-w-0 rounded-m border border-line">
      <summary className="px-3 py-1.5">Other contracts of these sources</summary>
      <div className="flex min-w-0 flex-col gap-3 border-line border-t px-3 py-2.5">
        {projects.length > 0 && (
          <NativeSelect
            label="Contracts of a project"
            look="small"
            value=""
            options={[
              { value: '', label: 'Take the contracts of a project' },
              ...projects.map(({ project, addresses }) => ({
                value: project.uid as string,
                label: `${harmlessText(project.name, 40)}: ${firstOf(addresses.length)}`,
              })),
            ]}
            onChange={(uid) => {
              const taken = projects.find(({ project }) => project.uid === uid);
              if (taken !== undefined) setText(taken.addresses.slice(0, MOST).join('\n'));
            }}
          />
        )}
        <TextArea
          mono
          rows={3}
          label="Addresses"
          value={text}
          help={`One a line, at most ${MOST}. Their code is compared with everything that was compiled. Contracts compiled differently can have their own settings.`}
          error={text.trim() === '' || read.ok ? undefined : read.problem}
          onChange={setText}
          end={
            <Button size="s" disabled={!read.ok || state.asking} onClick={() => void compare()}>
              {state.asking && <Spinner label="Comparing" />} Compare
            </Button>
          }
        />
        {state.problem !== undefined && <Callout tone="failure">{harmlessText(state.problem, 500)}</Callout>}
        {matches.length > 0 && (
          <ul aria-label="Contracts to publish" className="divide-y divide-line rounded-m border border-line">
            {matches.map((one) => {
              const target = targetOf(networkId, one, own[one.address]);
              const key = targetKey(target);
              const isDone = done.has(key);
              const isChosen = chosen.some((each) => targetKey(each) === key);
              return (
                <li key={one.address} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
                  <Checkbox
                    checked={isDone || isChosen}
                    disabled={isDone}
                    onChange={(isWanted) =>
                      onChosen((all) => (isWanted ? withTarget(all, target) : withoutTarget(all, key)))
                    }
                  >
                    {harmlessText(one.name, 80)}
                  </Checkbox>
                  <AddressView address={one.address} kind="contract" />
                  {target.settings && <span className="text-muted text-s">{settingsText(target.settings)}</span>}
                  <span className="ml-auto">
                    <Badge tone="success">{isDone ? 'published' : `${one.match} match`}</Badge>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        {leftOut.length > 0 && (
          <details>
            <summary>{countOf(leftOut.length, 'address', 'addresses')} left out</summary>
            <ul aria-label="Left out" className="mt-2 divide-y divide-line rounded-m border border-line">
              {leftOut.map((one) => (
                <li key={one.address}>
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
                    <AddressView address={one.address} />
                    <span className="ml-auto text-muted">{WORDS[one.state]}</span>
                    {one.state === 'other' && (
                      <Button
                        size="s"
                        aria-expanded={opened === one.address}
                        onClick={() => setOpened(opened === one.address ? undefined : one.address)}
                      >
                        Own settings
                      </Button>
                    )}
                  </div>
                  {one.state === 'other' && opened === one.address && (
                    <OwnSettings
                      networkId={networkId}
                      address={one.address}
                      given={draft.settings}
                      pragmas={review?.pragmas ?? NONE}
                      onCompare={(settings) => compareOwn(one.address, settings)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
        {matched.length > 0 && (
          <p role="status" className="text-muted text-s">
            {formatInteger(chosen.length)} of {countOf(matched.length, 'address', 'addresses')} chosen.
            {hasPrivate && ' Those that match are verified on this device, whether they are published or not.'}
          </p>
        )}
      </div>
    </details>
  );
}

const NONE: readonly string[] = [];

const WORDS: Readonly<Record<Exclude<MatchedAddress['state'], 'match'>, string>> = {
  other: 'Other code',
  none: 'No code',
  unread: 'Not read: try again',
};

type Match = Extract<MatchedAddress, { state: 'match' }>;

function targetOf(networkId: NetworkId, { address, path, name }: Match, settings?: DraftSettings): PublishTarget {
  return { networkId, address, root: `${path}:${name}`, ...(settings && { settings }) };
}

function withTarget(all: readonly PublishTarget[], target: PublishTarget): readonly PublishTarget[] {
  return [...withoutTarget(all, targetKey(target)), target];
}

function withoutTarget(all: readonly PublishTarget[], key: string): readonly PublishTarget[] {
  return all.filter((each) => targetKey(each) !== key);
}

/** Tells how many of a project's contracts are compared at once. */
function firstOf(count: number): string {
  return count > MOST ? `the first ${MOST} of ${countOf(count, 'contract')}` : countOf(count, 'contract');
}

/** Returns the contracts that projects have on the network beside the contract itself. */
function useContractsOfProjects(networkId: NetworkId, own: Address): readonly ProjectContracts[] {
  const all = useStored(() => readContractsOfProjects(networkId), [networkId]) ?? [];
  return all
    .map(({ project, addresses }) => ({ project, addresses: addresses.filter((address) => address !== own) }))
    .filter(({ addresses }) => addresses.length > 0);
}

/** Addresses in a text, each once, or which line is none. */
function readAddresses(text: string): { ok: true; addresses: readonly Address[] } | { ok: false; problem: string } {
  const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
  if (lines.length === 0) return { ok: false, problem: 'Fill in an address.' };
  if (lines.length > MOST) return { ok: false, problem: `At most ${MOST} addresses are compared at once.` };
  const addresses = new Set<Address>();
  for (const line of lines) {
    const parsed = parseAddress(line);
    if (!parsed.ok) return { ok: false, problem: `“${harmlessText(line, 50)}” is no address.` };
    addresses.add(parsed.value);
  }
  return { ok: true, addresses: [...addresses] };
}
