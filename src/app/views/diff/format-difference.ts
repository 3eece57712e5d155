import { formatInteger } from '../../../core/format/counts';

/** Writes the sign, so that more and less differ without colour. */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return `${difference < 0 ? '−' : '+'}${formatInteger(Math.abs(difference))}`;
}
