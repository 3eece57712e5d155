/** What the usage page can show: parts of time, and what is counted. */
import { formatInteger } from '../../../core/format/counts';
import { formatDuration } from '../../../core/format/times';
import { DAY, HOUR, type UsageCategory } from '../../../core/usage/usage';
import type { USAGE_CATEGORIES, USAGE_RANGES } from './usage-search';

/** The longest range and the period of a monthly quota are in it. */
export const KEPT_DAYS = 31;

export type UsageRange = (typeof USAGE_RANGES)[number];

/** `length` of the range and `period` of a point of its chart, milliseconds. */
export const RANGES = [
  { value: 'day', label: '24 hours', length: DAY, period: HOUR },
  { value: 'week', label: '7 days', length: 7 * DAY, period: 6 * HOUR },
  { value: 'month', label: '30 days', length: 30 * DAY, period: DAY },
] as const satisfies readonly { value: UsageRange; label: string; length: number; period: number }[];

export const CATEGORIES = [
  { value: 'calls', label: 'All JSON-RPC calls' },
  { value: 'units', label: 'Units consumed' },
  { value: 'failed', label: 'Failed calls' },
  { value: 'rateLimited', label: 'Rate-limited calls' },
  { value: 'sent', label: 'Sent transactions' },
  { value: 'latency', label: 'Mean latency' },
] as const satisfies readonly { value: UsageCategory; label: string }[];

/** Writes the value of a category with its unit, where it has one. */
export function formatUsage(category: UsageCategory, value: number): string {
  if (category === 'latency') return formatDuration(value);
  return Number.isInteger(value) ? formatInteger(value) : value.toFixed(1);
}

// An address can say each of them, and no other.
true satisfies UsageCategory extends (typeof USAGE_CATEGORIES)[number] ? true : false;
