/** The cards of the events, of which only those near the screen are rendered. */
import type { EventQuery, EventView } from '../../../workers/trace/views.api';
import { useWindowRows } from '../../ui/use-window-rows';
import { usePages } from '../../use-pages';
import { useTraceApi } from '../../wiring';
import { useOpenTrace } from '../open-trace/open-trace-context';
import { EventCard } from './EventCard';

/** Events asked for at once. */
const PAGE = 50;
const MAX_PAGES = 40;
/** Height of a card before it was measured, and the space below it, px. */
const CARD = 148;
const GAP = 8;

type Props = { query: EventQuery; count: number };

export function EventCards({ query, count }: Props) {
  const api = useTraceApi();
  const { handle, known, lost } = useOpenTrace();
  const { list, style, rows } = useWindowRows<HTMLOListElement>({ count, height: CARD, gap: GAP, overscan: 6 });
  const eventAt = usePages<EventView>(
    {
      key: `${handle} ${JSON.stringify(query)}`,
      version: known,
      pageSize: PAGE,
      maxPages: MAX_PAGES,
      read: async (start, size) => (await api.events(handle, query, start, size)).events,
      onLost: lost,
    },
    rows[0]?.index ?? 0,
    rows.at(-1)?.index ?? 0,
  );
  return (
    <ol ref={list} aria-label="Events" className="relative" style={style}>
      {rows.map(({ key, index, place }) => (
        <li key={key} {...place}>
          <EventCard event={eventAt(index)} />
        </li>
      ))}
    </ol>
  );
}
