/** Sources of a contract edited, compiled here, and run in its place: again what a transaction did, or a new simulation. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Network } from '../../../../core/chain/network';
import type { Address, Hash } from '../../../../core/chain/primitives';
import { shorten } from '../../../../core/format/shorten';
import { harmlessText } from '../../../../core/text/harmless';
import type { InvolvedContract } from '../../../../workers/trace/views.api';
import { useNetwork } from '../../../network-context';
import { EmptyState } from '../../../ui/EmptyState';
import { FormField } from '../../../ui/form/FormField';
import { Loading } from '../../../ui/Loading';
import { NativeSelect } from '../../../ui/NativeSelect';
import { Panel } from '../../../ui/Panel';
import { useLoaded } from '../../../use-loaded';
import { useTitle } from '../../../use-title';
import { useTraceApi } from '../../../wiring';
import { useSide, Waiting } from '../../diff/ComparedPair';
import type { ComparedTrace } from '../../diff/pairing';
import { ComparedEdit } from './ComparedEdit';
import { type EditSourceSearch, editSourceSearch } from './edit-source-search';
import { SimulateEdited } from './SimulateEdited';
import { SourceEdit } from './SourceEdit';

type Props = { network: Network; search: EditSourceSearch };

export function EditSourcePage({ network, search: stated }: Props) {
  const { tx, contract, calls } = useMemo(() => editSourceSearch(stated), [stated]);
  useTitle('Edit source');
  return (
    <article aria-labelledby="edit-source" className="flex flex-col gap-3">
      <header>
        <h1 id="edit-source">Edit source</h1>
        <p className="text-muted">
          The edited sources are compiled in this browser and run in place of the contract’s code. Nothing is sent to
          the chain, and nothing on it changes.
        </p>
      </header>
      {tx !== undefined && <OfTransaction key={tx} hash={tx} contract={contract} network={network} />}
      {tx === undefined && contract !== undefined && (
        <SourceEdit key={contract} network={network} address={contract}>
          {(compiled) => (
            <SimulateEdited network={network} contract={contract} calls={calls ?? contract} code={compiled.code} />
          )}
        </SourceEdit>
      )}
      {tx === undefined && contract === undefined && (
        <Panel>
          <EmptyState title="Which contract?">
            Open a transaction, or the source code of a contract, and press Edit source there.
          </EmptyState>
        </Panel>
      )}
    </article>
  );
}

function OfTransaction({ hash, contract, network }: { hash: Hash; contract: Address | undefined; network: Network }) {
  const { segment } = useNetwork();
  const side = useSide(network, hash);
  const { trace } = side;
  return (
    <>
      <p>
        Transaction{' '}
        <Link
          to="/{-$network}/tx/$hash/{-$tab}"
          params={{ network: segment, hash, tab: undefined }}
          className="mono link"
        >
          {shorten(hash)}
        </Link>{' '}
        is executed again with the edited code.
      </p>
      {trace.state === 'open' ? (
        <OfTrace side={side} trace={trace} contract={contract} network={network} />
      ) : (
        <Waiting sides={[side]} title="Something went wrong while fetching transaction contracts" />
      )}
    </>
  );
}

type TraceProps = {
  side: ReturnType<typeof useSide>;
  trace: ComparedTrace;
  contract: Address | undefined;
  network: Network;
};

function OfTrace({ side, trace, contract, network }: TraceProps) {
  const api = useTraceApi();
  const navigate = useNavigate();
  const { segment } = useNetwork();
  const { handle } = trace.summary;
  const contracts = useLoaded(`contracts ${handle}`, () => api.contracts(handle), {
    version: trace.known,
    onLost: side.lost,
  });
  const choices = useMemo(() => choicesOf(contracts ?? []), [contracts]);
  if (contracts === undefined)
    return (
      <Panel>
        <Loading label="Loading contracts" />
      </Panel>
    );
  const chosen = contract ?? choices[0]?.value;
  if (chosen === undefined)
    return (
      <Panel>
        <EmptyState title="No contract’s code ran">
          The transaction went to an account without code, so there is no source.
        </EmptyState>
      </Panel>
    );
  const isListed = choices.some(({ value }) => value === chosen);
  return (
    <>
      <FormField label="Contract" help="Of a proxy, the code that it runs is replaced" empty={false}>
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen}
            options={isListed ? choices : [{ value: chosen, label: shorten(chosen) }, ...choices]}
            onChange={(next) =>
              void navigate({
                to: '/{-$network}/simulator/source',
                params: { network: segment },
                search: { tx: side.hash, contract: next as Address },
                replace: true,
              })
            }
          />
        )}
      </FormField>
      <SourceEdit key={chosen} network={network} address={chosen}>
        {(compiled) => (
          <ComparedEdit
            key={compiled.code}
            side={side}
            trace={trace}
            contract={chosen}
            compiled={compiled}
            network={network}
          />
        )}
      </SourceEdit>
    </>
  );
}

/** Each code that ran once, under the name of what has it. */
function choicesOf(contracts: readonly InvolvedContract[]): { value: Address; label: string }[] {
  const names = new Map<Address, string>();
  for (const { address, name, proxy, implementationName } of contracts) {
    const code = proxy?.implementation ?? address;
    const text = (proxy === undefined ? name : implementationName)?.text;
    if (!names.has(code) || text !== undefined) names.set(code, text === undefined ? '' : harmlessText(text, 60));
  }
  return [...names].map(([value, name]) => ({ value, label: `${name} ${shorten(value)}`.trim() }));
}
