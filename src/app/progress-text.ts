import { formatBytes, formatInteger } from '../core/format/counts';
import type { Progress } from '../workers/ids';

/** Describes the phase of long work, with its counts. */
export function progressText({ phase, done, total, unit }: Progress): string {
  const amount = (value: number) => (unit === 'bytes' ? formatBytes(value) : formatInteger(value));
  const of = total === undefined ? '' : ` of ${amount(total)}`;
  return `${phase}: ${amount(done)}${of}${unit === 'bytes' ? '' : ` ${unit}`}`;
}
