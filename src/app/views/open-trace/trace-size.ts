import { countOf } from '../../../core/format/plural';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';

/** Returns `20 calls, 11 events`. */
export function sizeOf({ frameCount, logCount }: Pick<TraceSummary, 'frameCount' | 'logCount'>): string {
  const calls = `${countOf(frameCount, 'call')}`;
  return logCount === 0 ? calls : `${calls}, ${countOf(logCount, 'event')}`;
}
