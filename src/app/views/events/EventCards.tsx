/** The cards of the events, of which only those near the screen are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { EventQuery, EventView } from '../../../workers/trace/views.api';
import { useTraceApi } from '../../wiring';
import type { Open } from '../transaction/use-trace-answer';
import { EventCard } from './EventCard';

/** Events asked for at once. */
const PAGE = 50;
/** Height of a card before it was measured, and the space below it, px. */
const CARD = 148;
const GAP = 8;

type Props = { trace: Open; query: EventQuery; count: number; onLost: (error: unknown) => void };

export function EventCards({ trace, query, count, onLost }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => CARD,
    gap: GAP,
    overscan: 6,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const events = useEvents({ trace, query, count, onLost }, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
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
          <EventCard event={events.get(item.index)} />
        </li>
      ))}
    </ol>
  );
}

/** The events held, by their place in the list; those from `first` to `last` are fetched. */
function useEvents(
  { trace, query, count, onLost }: Props,
  first: number,
  last: number,
): ReadonlyMap<number, EventView> {
  const api = useTraceApi();
  const { handle } = trace.summary;
  const [held, setHeld] = useState<{ known: number; events: ReadonlyMap<number, EventView> }>();
  const latest = useRef({ held, query, onLost });
  latest.current = { held, query, onLost };
  const from = Math.floor(first / PAGE) * PAGE;
  const to = Math.min(count, (Math.floor(last / PAGE) + 1) * PAGE);
  const { known } = trace;
  useEffect(() => {
    let current = true;
    const fetchPages = async () => {
      for (let start = from; start < to; start += PAGE) {
        const before = latest.current.held;
        if (before?.known === known && before.events.has(start)) continue;
        const window = await api.events(handle, latest.current.query, start, PAGE);
        if (!current) return;
        setHeld((was) => {
          const events = new Map(was?.events);
          for (const [at, event] of window.events.entries()) events.set(window.start + at, event);
          return { known, events };
        });
      }
    };
    fetchPages().catch((error: unknown) => current && latest.current.onLost(error));
    return () => {
      current = false;
    };
  }, [api, handle, known, from, to]);
  return held?.events ?? NONE;
}

const NONE: ReadonlyMap<number, EventView> = new Map();
