import { formatRelative, formatUtc } from '../../../core/format/times';
import { createStore, useStore } from '../store';
import { Tooltip } from '../Tooltip';

/** Shows how long ago a time is, kept current; the absolute time in UTC is in the tooltip. `time` is in milliseconds. */
export function TimeView({ time, focusable = true }: { time: number; focusable?: boolean }) {
  const now = useStore(clock);
  const absolute = formatUtc(time);
  return (
    <Tooltip tip={absolute} focusable={focusable}>
      <time dateTime={iso(time)}>{formatRelative(time, now)}</time>
    </Tooltip>
  );
}

const TICK = 10_000; // milliseconds

/** The current time, from one clock for the whole page. The clock stops while the page is hidden. */
const clock = createStore(Date.now(), ({ set }) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), TICK);
  return () => clearInterval(timer);
});

function iso(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
