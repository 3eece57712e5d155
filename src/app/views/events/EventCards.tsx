/** The cards of the events, of which only those near the screen are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { EventQuery, EventView } from '../../../workers/trace/views.api';
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
  const list = useRef<HTMLOListElement>(null);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => CARD,
    gap: GAP,
    overscan: 6,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const eventAt = usePages<EventView>(
    {
      key: `${handle} ${JSON.stringify(query)}`,
      version: known,
      pageSize: PAGE,
      maxPages: MAX_PAGES,
      read: async (start, size) => (await api.events(handle, query, start, size)).events,
      onLost: lost,
    },
    items[0]?.index ?? 0,
    items.at(-1)?.index ?? 0,
  );
  return (
    <ol ref={list} aria-label="Events" className="relative" style={{ height: virtual.getTotalSize() }}>
      {items.map((item) => (
        <li
          key={item.key}
          ref={virtual.measureElement}
          data-index={item.index}
          aria-posinset={item.index + 1}
          aria-setsize={count}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
        >
          <EventCard event={eventAt(item.index)} />
        </li>
      ))}
    </ol>
  );
}
