import { formatDuration } from '../../../core/format/times';

/**
 * Returns the mean time between consecutive blocks, by their timestamps in seconds, newest first. Chains that make
 * several blocks within a second give them the same timestamp: their interval is below what so many blocks could
 * show.
 */
export function blockInterval(timestamps: readonly number[]): string {
  const [first, last] = [timestamps[0], timestamps.at(-1)];
  if (first === undefined || last === undefined || timestamps.length < 2) return '–';
  const intervals = timestamps.length - 1;
  return first === last
    ? `< ${formatDuration(1_000 / intervals)}`
    : formatDuration(((first - last) * 1_000) / intervals);
}
