/** The events tab: the events of the transaction as cards, filtered by name and by contract. */

import { useEffect, useState } from 'react';
import { isAddressShaped } from '../../../core/chain/address-shape';
import type { Address } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { EventQuery, EventWindow } from '../../../workers/trace/views.api';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Loading } from '../../ui/Loading';
import { Panel } from '../../ui/Panel';
import { useUrlValue } from '../../use-url-value';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction, useTraceAnswer } from '../open-trace/open-trace-context';
import { WithTrace } from '../open-trace/WithTrace';
import { EventCards } from './EventCards';
import { type Choice, EventFilter } from './EventFilter';

const NONE = 'No events were emitted in this transaction';
/** Value of the search parameter by which events that were undone are listed as well. */
const SHOWN = 'shown';

export function EventsTab() {
  return (
    <WithTrace title="Events">
      <Events />
    </WithTrace>
  );
}

function Events() {
  const api = useTraceApi();
  const { hash } = usePageTransaction().record.transaction;
  const { handle, lost } = useOpenTrace();
  const [undoneShown, setUndoneShown] = useUrlValue<string | undefined>('undone');
  const undone = undoneShown === SHOWN;
  const [query, setQuery] = useEventQuery(undone);
  const key = JSON.stringify(query);
  const found = useTraceAnswer(key, (open) => api.events(open, query, 0, 0));
  const [shown, setShown] = useState<EventWindow>();
  useEffect(() => {
    if (found) setShown(found);
  }, [found]);
  const tally = found ?? shown;
  if (!tally) return <Panel title="Events">{<Loading label="Loading events" />}</Panel>;
  if (tally.emitted === 0 && tally.undone === 0) {
    return (
      <Panel title="Events">
        <EmptyState title={NONE}>
          Contracts emit events to tell the world what they did. This transaction’s calls are in the summary.
        </EmptyState>
      </Panel>
    );
  }
  const exportCsv = async () => {
    try {
      download(`events-${shorten(hash)}.csv`, 'text/csv', await api.eventsCsv(handle, query));
    } catch (error) {
      lost(error);
    }
  };
  const all = undone ? tally.emitted + tally.undone : tally.emitted;
  const isFiltered = query.name !== undefined || query.contract !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <Panel
        title="Events"
        aside={tally.count === all ? formatInteger(all) : `${formatInteger(tally.count)} of ${formatInteger(all)}`}
        actions={
          <>
            {tally.undone > 0 && (
              <Button
                size="s"
                variant="quiet"
                aria-pressed={undone}
                onClick={() => setUndoneShown(undone ? undefined : SHOWN)}
                title="Events of calls that failed: they were undone and are not in the receipt"
              >
                {formatInteger(tally.undone)} undone
              </Button>
            )}
            <Button size="s" onClick={() => void exportCsv()}>
              CSV
            </Button>
          </>
        }
      >
        <div className="flex flex-wrap gap-x-6 gap-y-2 px-3 py-2">
          <EventFilter
            label="Event"
            chosen={query.name}
            choices={tally.names.map(({ name, count }) => ({ key: name, text: harmlessText(name, 64), count }))}
            onChoose={(name) => setQuery({ event: name })}
          />
          <EventFilter
            label="Contract"
            chosen={query.contract}
            choices={emitters(tally)}
            onChoose={(contract) => setQuery({ contract })}
          />
        </div>
      </Panel>
      {tally.count === 0 ? (
        <Panel>
          {isFiltered ? (
            <EmptyState
              title="No results"
              action={
                <Button onClick={() => setQuery({ event: undefined, contract: undefined })}>Clear the filters</Button>
              }
            />
          ) : (
            <EmptyState title={NONE} action={<Button onClick={() => setUndoneShown(SHOWN)}>Show those undone</Button>}>
              The calls that emitted events failed, so their events were undone.
            </EmptyState>
          )}
        </Panel>
      ) : (
        <EventCards key={key} query={query} count={tally.count} />
      )}
    </div>
  );
}

/** Contracts with the same name are shown with the ends of their addresses. */
function emitters({ contracts }: EventWindow): Choice[] {
  const names = contracts.map(({ name }) => name?.text);
  return contracts.map(({ address, name, count }) => {
    const end = names.filter((other) => other === name?.text).length > 1 ? ` …${address.slice(-4)}` : '';
    return {
      key: address,
      text: name ? `${harmlessText(name.text, 40)}${end}` : shorten(address),
      count,
      title: address,
    };
  });
}

type FilterSearch = { event?: string | undefined; contract?: string | undefined };

/** The filters, which the address holds, and how to change them. 'Unknown' is what events without a name are called, not a name to filter by. */
function useEventQuery(undone: boolean): [EventQuery, (change: FilterSearch) => void] {
  const [event, setEvent] = useUrlValue<string | undefined>('event');
  const [contract, setContract] = useUrlValue<string | undefined>('contract');
  const isAddress = contract !== undefined && isAddressShaped(contract);
  const query: EventQuery = {
    ...(event === undefined || event === 'Unknown' ? {} : { name: event }),
    ...(isAddress ? { contract: contract.toLowerCase() as Address } : {}),
    ...(undone ? { undone } : {}),
  };
  const change = (changed: FilterSearch) => {
    if ('event' in changed) setEvent(changed.event);
    if ('contract' in changed) setContract(changed.contract);
  };
  return [query, change];
}
