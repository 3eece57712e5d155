/** The simulator: what is to be run, runs that were kept, and nothing that runs before the reader presses. */
import { Navigate, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import { draftOf, emptyDraft, type SimulationDraft, writeDraft } from '../../../core/simulation/draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { parseJson } from '../../../core/values/json-fields';
import { segmentOf } from '../../networks';
import { Callout } from '../../ui/Callout';
import { ErrorState } from '../../ui/ErrorState';
import { useDraft } from '../../ui/form/use-draft';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { useLoaded } from '../../use-loaded';
import { useQuestion } from '../../use-question';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { PastePanel } from './PastePanel';
import { RunList } from './RunList';
import { SimulationFileDrop } from './SimulationFileDrop';
import { SimulationForm } from './SimulationForm';
import { SimulationPanel } from './SimulationPanel';
import { packDraft, unpackDraft } from './share-link';
import { type SimulatorSearch, simulatorSearch } from './simulator-search';
import { startDraft } from './start-draft';

type Props = { network: Network; search: SimulatorSearch };

/** Shows the simulator. Links of other tools name the network behind the question mark: it belongs into the path. */
export function SimulatorPage({ network: here, search: stated }: Props) {
  const search = useMemo(() => simulatorSearch(stated), [stated]);
  const { config, network: find } = useWiring();
  const named = search.network;
  const found = useLoaded(named, async () => ({ network: await find(named) }));
  if (named === undefined) return <Simulator network={here} search={search} />;
  if (found === undefined) return null;
  const network = found.network ?? here;
  return (
    <Navigate
      to="/{-$network}/simulator/new"
      params={{ network: segmentOf(config, network) }}
      search={{ ...search, network: undefined }}
      hash={true}
      replace
    />
  );
}

function Simulator({ network, search }: Props) {
  useTitle('Simulator');
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const key = JSON.stringify([network.id, search]);
  const started = useQuestion('chain', `start ${key}`, (chain, job) => startDraft(chain, job, network, search));
  const packed = fragment.startsWith('s=') ? fragment.slice(2) : undefined;
  const linked = useLoaded(packed === undefined ? undefined : `link ${packed}`, () => unpackDraft(packed ?? ''));
  const isWaiting = started.state === 'waiting' || (packed !== undefined && linked === undefined);
  return (
    <article aria-labelledby="simulator" className="flex flex-col gap-3">
      <header>
        <h1 id="simulator">Simulate on {network.name}</h1>
        <p className="text-muted">Runs in this browser. Nothing is sent to the chain.</p>
      </header>
      {linked?.ok && (
        <Callout tone="accent">This simulation came with a link. It runs only when you press Run.</Callout>
      )}
      {linked && !linked.ok && (
        <Callout tone="failure" role="alert">
          {linked.error}
        </Callout>
      )}
      {search.run !== undefined && <SimulationPanel id={search.run as SimulationId} />}
      {isWaiting && (
        <Panel>
          <Loading label="Reading the simulation" />
        </Panel>
      )}
      {started.state === 'failed' && (
        <Panel>
          <ErrorState failure={started.failure} />
        </Panel>
      )}
      {!isWaiting && (
        <Editor
          key={`${key} ${packed}`}
          network={network}
          given={linked?.ok ? linked.value : started.state === 'here' ? started.value : undefined}
        />
      )}
      <RunList />
      <SimulationFileDrop network={network} />
    </article>
  );
}

/** The form, and what is pasted into it. What is typed stays with the tab where the address asks for nothing else. */
function Editor({ network, given }: { network: Network; given: SimulationDraft | undefined }) {
  const navigate = useNavigate();
  const [kept, keep] = useDraft(`simulator ${network.id}`, { json: '' });
  const [draft, setDraft] = useState<SimulationDraft>(
    () => ofNetwork(given, network) ?? draftOf(parseJson(kept.json)) ?? emptyDraft(String(network.id)),
  );
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    if (given === undefined) keep({ json: writeDraft(draft) });
  }, [given, draft, keep]);
  const other = given !== undefined && given.network !== String(network.id) ? given.network : undefined;

  /** A request for another chain opens on the page of that chain: what is typed here stays. */
  async function take(pasted: SimulationDraft): Promise<void> {
    if (pasted.network === String(network.id)) {
      setDraft(pasted);
      setTaken((before) => before + 1);
      return;
    }
    const hash = `s=${await packDraft(pasted)}`;
    await navigate({ to: '/{-$network}/simulator/new', params: { network: pasted.network }, search: {}, hash });
  }
  return (
    <>
      {other !== undefined && (
        <Callout>
          It is made for chain {other}. This page would run it on {network.name}.
        </Callout>
      )}
      <PastePanel network={network} onTake={(pasted) => void take(pasted)} />
      <SimulationForm key={taken} network={network} draft={draft} onDraft={setDraft} />
    </>
  );
}

function ofNetwork(draft: SimulationDraft | undefined, network: Network): SimulationDraft | undefined {
  return draft && { ...draft, network: String(network.id) };
}
