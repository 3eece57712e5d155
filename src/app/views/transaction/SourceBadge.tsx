/** Where the trace comes from, with the reason one click away: what was taken, what was not, and what it leaves out. */
import { formatInteger } from '../../../core/format/counts';
import type { TraceSummary } from '../../../workers/trace/trace.api';
import { Badge } from '../../ui/Badge';
import { Popover } from '../../ui/Popover';
import { SOURCE_WORDS } from './source-words';
import type { OpenTrace } from './use-open-trace';

export function SourceBadge({ trace }: { trace: OpenTrace }) {
  if (trace.state === 'none') return null;
  if (trace.state === 'opening') return <Badge>Call trace is loading</Badge>;
  if (trace.state === 'failed') return <Badge glyph="!">No call trace</Badge>;
  const { summary } = trace;
  const light = summary.source === 'receipt';
  const origin = summary.cached ? 'From this browser' : SOURCE_WORDS[summary.source].name;
  return (
    <Popover
      label="Source of the call trace"
      className="max-w-[min(460px,calc(100vw-24px))] p-3"
      trigger={(props) => (
        <button type="button" {...props} title="Where this trace comes from">
          <Badge tone={light ? 'pending' : 'success'} glyph={light ? '!' : '✓'}>
            {origin} · {sizeOf(summary)}
          </Badge>
        </button>
      )}
    >
      {() => <SourceReasons summary={summary} />}
    </Popover>
  );
}

function sizeOf({ frameCount, logCount }: TraceSummary): string {
  const calls = `${formatInteger(frameCount)} ${frameCount === 1 ? 'call' : 'calls'}`;
  return logCount === 0 ? calls : `${calls}, ${formatInteger(logCount)} ${logCount === 1 ? 'event' : 'events'}`;
}

/** The ladder as it was climbed. */
export function SourceReasons({ summary }: { summary: TraceSummary }) {
  const source = SOURCE_WORDS[summary.source];
  return (
    <div className="flex flex-col gap-2">
      <p>
        <b className="font-semibold">{source.name}</b> <span className="text-muted">{source.note}</span>
      </p>
      {summary.cached && <p className="text-muted">It was kept in this browser and needed no network.</p>}
      {summary.limitations.length > 0 && (
        <div>
          <p className="font-medium">What it leaves out</p>
          <ul className="list-disc pl-4 text-muted">
            {summary.limitations.map((limitation) => (
              <li key={limitation}>{limitation}</li>
            ))}
          </ul>
        </div>
      )}
      {summary.skipped.length > 0 && (
        <div>
          <p className="font-medium">Not taken</p>
          <ul className="list-disc pl-4 text-muted">
            {summary.skipped.map(({ source: skipped, reason }) => (
              <li key={`${skipped} ${reason}`}>
                <span className="mono text-text">{SOURCE_WORDS[skipped].name}</span> {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
