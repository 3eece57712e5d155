import { useSyncExternalStore } from 'react';
import { formatRelative, formatUtc } from '../../../core/format/times';
import { Tooltip } from '../Tooltip';

/** How long ago, kept current; the absolute time in UTC is in the tooltip. `time` is in milliseconds. */
export function TimeView({ time, focusable = true }: { time: number; focusable?: boolean }) {
  const now = useNow();
  const absolute = formatUtc(time);
  return (
    <Tooltip tip={absolute} focusable={focusable}>
      <time dateTime={iso(time)}>{formatRelative(time, now)}</time>
    </Tooltip>
  );
}

const TICK = 10_000; // milliseconds
const listeners = new Set<() => void>();
let now = Date.now();
let clock: ReturnType<typeof setInterval> | undefined;

/** The time, one clock for the whole page; it stands still while no one looks at it. */
function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  if (clock === undefined) now = Date.now();
  clock ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

function iso(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
