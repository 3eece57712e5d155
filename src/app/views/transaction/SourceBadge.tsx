/** Where the trace comes from, with the reason one click away: what was taken, what was not, and what it leaves out. */
import { formatInteger } from '../../../core/format/counts';
import type { Verification } from '../../../workers/trace/steps.api';
import type { Progress, TraceSummary } from '../../../workers/trace/trace.api';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { Popover } from '../../ui/Popover';
import { Spinner } from '../../ui/Spinner';
import { progressWords } from './progress-words';
import { SOURCE_WORDS } from './source-words';
import type { OpenTrace } from './use-open-trace';

export function SourceBadge({ trace }: { trace: OpenTrace }) {
  if (trace.state === 'none') return null;
  if (trace.state === 'opening') return <Badge>Call trace is loading</Badge>;
  if (trace.state === 'failed') return <Badge glyph="!">No call trace</Badge>;
  const { summary } = trace;
  const { tone, glyph } = lookOf(summary);
  return (
    <>
      <Popover
        label="Source of the call trace"
        className="max-w-[min(460px,calc(100vw-24px))] p-3"
        trigger={(props) => (
          <button type="button" {...props} title="Where this trace comes from">
            <Badge tone={tone} glyph={glyph}>
              {badgeText(summary)}
              {summary.verification && <span className="hidden font-normal sm:inline">{sizeOf(summary)}</span>}
            </Badge>
          </button>
        )}
      >
        {() => <SourceReasons summary={summary} />}
      </Popover>
      {summary.replaying && <Replaying progress={trace.replay} onCancel={trace.cancelReplay} />}
    </>
  );
}

/** The execution behind the rows that are shown. */
function Replaying({ progress, onCancel }: { progress: Progress | undefined; onCancel: () => void }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted">
      <Spinner label="Executing the transaction again" />
      <span className="num">{progress === undefined ? 'Executing it again' : progressWords(progress)}</span>
      <Button size="s" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}

function lookOf(summary: TraceSummary): { tone: 'success' | 'pending' | 'neutral'; glyph: string } {
  if (summary.source === 'receipt' || differenceOf(summary) !== undefined) return { tone: 'pending', glyph: '!' };
  return { tone: summary.verification && !summary.fromFile ? 'success' : 'neutral', glyph: '✓' };
}

/** Why a replay of this trace is not shown, where it came out otherwise than the receipt says. */
export function differenceOf({ skipped, verification }: TraceSummary): string | undefined {
  return verification ? undefined : skipped.find(({ differs }) => differs)?.reason;
}

function badgeText(summary: TraceSummary): string {
  const { verification, cached, fromFile, source } = summary;
  if (fromFile) {
    const steps = verification && ` · executed again, ${formatInteger(verification.steps)} steps`;
    return steps === undefined ? `From a file · ${sizeOf(summary)}` : `From a file${steps}`;
  }
  if (verification) {
    const { steps, compared } = verification;
    const equal = compared.status ? 'status, gas, logs equal' : 'gas, logs equal';
    return `Verified replay · ${formatInteger(steps)} ${steps === 1 ? 'step' : 'steps'} · ${equal}`;
  }
  const origin = cached ? 'From this browser' : SOURCE_WORDS[source].name;
  return `${origin} · ${sizeOf(summary)}`;
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
      {summary.verification && <Compared verification={summary.verification} summary={summary} />}
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

/** What was compared with the receipt, and where the state came from. */
function Compared({ verification, summary }: { verification: Verification; summary: TraceSummary }) {
  const { origin, compared, steps } = verification;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      <dt className="text-muted">Executed</dt>
      <dd className="num">
        {formatInteger(steps)} {steps === 1 ? 'step' : 'steps'}, {sizeOf(summary)}
      </dd>
      <dt className="text-muted">{summary.fromFile ? 'Equal to the file’s receipt' : 'Equal to the receipt'}</dt>
      <dd className="num">
        {compared.status && 'status, '}
        {formatInteger(compared.gasUsed)} gas used, {formatInteger(compared.logs)}{' '}
        {compared.logs === 1 ? 'log' : 'logs'} with address, topics and data
      </dd>
      <dt className="text-muted">State</dt>
      <dd>
        {origin === 'prestateTracer'
          ? 'from the node, as it stood right before (prestateTracer)'
          : 'read from the node with plain calls, as of the block before'}
      </dd>
      {origin === 'rpc' && compared.earlier > 0 && (
        <>
          <dt className="text-muted">Before it in its block</dt>
          <dd className="num">
            {formatInteger(compared.earlier)} {compared.earlier === 1 ? 'transaction' : 'transactions'}, executed here
            and each equal to its receipt
          </dd>
        </>
      )}
    </dl>
  );
}
