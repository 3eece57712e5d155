import { formatInteger } from '../../../core/format/counts';

/** With its sign, so that more and less are told apart without colour. */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return `${difference < 0 ? '−' : '+'}${formatInteger(Math.abs(difference))}`;
}
