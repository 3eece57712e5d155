/** Times and durations as text. All times are milliseconds since the epoch; all dates are UTC. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Mean month and year of the Gregorian calendar. */
const MONTH = 30.436875 * DAY;
const YEAR = 365.2425 * DAY;

const UNITS = [
  { unit: YEAR, name: 'year' },
  { unit: MONTH, name: 'month' },
  { unit: DAY, name: 'day' },
  { unit: HOUR, name: 'hour' },
  { unit: MINUTE, name: 'minute' },
];

/** Writes how long before (or after) `now` a time is: `just now` under 60 s either way, `5 minutes ago`, `in 2 days`. */
export function formatRelative(time: number, now: number): string {
  const distance = Math.abs(now - time);
  const found = UNITS.find(({ unit }) => distance >= unit);
  if (found === undefined) return 'just now';
  const count = Math.floor(distance / found.unit);
  const words = `${count} ${found.name}${count === 1 ? '' : 's'}`;
  return time > now ? `in ${words}` : `${words} ago`;
}

/** Writes a time as `21/11/2026 11:42:05 UTC`, DD/MM/YYYY HH:mm:ss; `–` for a number that is no time. */
export function formatUtc(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '–';
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${String(date.getUTCFullYear()).padStart(4, '0')}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} UTC`;
}

/** Writes a duration in its two largest units that matter: `850 ms`, `12.5 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / 100) / 10} s`;
  if (milliseconds < HOUR) return pair(milliseconds, MINUTE, 'min', SECOND, 's');
  if (milliseconds < DAY) return pair(milliseconds, HOUR, 'h', MINUTE, 'min');
  return pair(milliseconds, DAY, 'd', HOUR, 'h');
}

function pair(milliseconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((milliseconds % large) / small);
  return `${Math.floor(milliseconds / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
