import { formatInteger } from '../../../core/format/counts';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';

/** `20 calls, 11 events`. */
export function sizeOf({ frameCount, logCount }: Pick<TraceSummary, 'frameCount' | 'logCount'>): string {
  const calls = `${formatInteger(frameCount)} ${frameCount === 1 ? 'call' : 'calls'}`;
  return logCount === 0 ? calls : `${calls}, ${formatInteger(logCount)} ${logCount === 1 ? 'event' : 'events'}`;
}
