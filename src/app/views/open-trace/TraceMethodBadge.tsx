/** Where the trace comes from, with the reason one click away: what was taken, what was not, and what it leaves out. */
import type { ReactNode } from 'react';
import { countOf } from '../../../core/format/plural';
import { levelsOf, proofLevel } from '../../../core/proof/proof-level';
import type { Progress } from '../../../workers/ids';
import type { TraceSummary } from '../../../workers/trace/open-trace.api';
import { pageShown } from '../../page-stages';
import { progressText } from '../../progress-text';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { Popover } from '../../ui/Popover';
import { Spinner } from '../../ui/Spinner';
import type { OpenTrace } from './open-trace-context';
import { TRACE_METHOD_NAMES } from './trace-method-names';
import { sizeOf } from './trace-size';

/** Read when the reader asks why, or where there is no trace to show. */
export const TraceMethodReasons = lazyPart(async () => (await import('./TraceMethodReasons')).TraceMethodReasons);

const PseudoBadge = lazyPart(async () => (await import('./PseudoBadge')).PseudoBadge, pageShown);

/** Shows the badge, and behind it what made the transaction where no account did. */
export function TraceMethodBadge({ trace }: { trace: OpenTrace }) {
  return (
    <>
      <Method trace={trace} />
      <PseudoBadge />
    </>
  );
}

function Method({ trace }: { trace: OpenTrace }) {
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
              <Level summary={summary} />
              {summary.verification && <span className="hidden font-normal sm:inline">{sizeOf(summary)}</span>}
            </Badge>
          </button>
        )}
      >
        {() => <TraceMethodReasons summary={summary} />}
      </Popover>
      {summary.replaying && <Replaying progress={trace.replay} onCancel={trace.cancelReplay} />}
    </>
  );
}

/** How far the replay is proven, in the room of the longest word: it becomes known behind the rows. */
function Level({ summary: { verification, fromFile } }: { summary: TraceSummary }) {
  const checked = verification?.checked;
  const level = checked && proofLevel(checked);
  // The badge's first word says that it is compared.
  if (checked === undefined || level === 'contradicted' || level === 'compared' || fromFile) return null;
  return (
    <span className="inline-grid">
      {levelsOf(checked).map((each) => (
        <span key={each} className={each === level ? '[grid-area:1/1]' : 'invisible [grid-area:1/1]'}>
          · {each}
        </span>
      ))}
    </span>
  );
}

/** The execution behind the rows that are shown; a kept screen gives way to the app without it (`kept-screen/take-over.ts`). */
function Replaying({ progress, onCancel }: { progress: Progress | undefined; onCancel: () => void }) {
  return (
    <span data-behind="notice" role="status" className="inline-flex items-center gap-2 text-muted">
      <Spinner label="Executing the transaction again" />
      <span className="num">{progress === undefined ? 'Executing it again' : progressText(progress)}</span>
      <Button size="s" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}

function lookOf(summary: TraceSummary): { tone: 'success' | 'pending' | 'neutral'; glyph: string } {
  if (summary.source === 'receipt' || summary.doubt !== undefined) return { tone: 'pending', glyph: '!' };
  if (summary.isProvisional) return { tone: 'neutral', glyph: '≈' };
  const checked = summary.verification?.checked;
  const isAllChecked = checked?.unchecked.length === 0 && !checked.rules?.basis;
  return { tone: isAllChecked && !summary.fromFile ? 'success' : 'neutral', glyph: '✓' };
}

function badgeText(summary: TraceSummary): ReactNode {
  const { verification, cached, fromFile, source } = summary;
  if (fromFile)
    return `From a file · ${verification ? `executed again, ${countOf(verification.steps, 'step')}` : sizeOf(summary)}`;
  if (verification) {
    const { steps, compared, checked } = verification;
    const level = checked === undefined ? 'executed' : proofLevel(checked);
    const count = countOf(steps, 'step');
    if (level === 'contradicted') return `Not verified · ${count}`;
    // Said in the badge, since whoever leaves out what is checked is not to look like one who passed.
    const left = checked?.unchecked.length ? ', not all checked' : '';
    return (
      <span>
        {level === 'compared' ? 'Compared' : 'Verified'} replay · {count}
        <span className="max-sm:hidden"> · {compared.status && 'status, '}gas, logs equal</span>
        {left}
      </span>
    );
  }
  if (summary.isProvisional) return `Provisional replay · ${sizeOf(summary)}`;
  const origin = cached ? 'From this browser' : TRACE_METHOD_NAMES[source];
  return `${summary.doubt ? 'Not verified · ' : ''}${origin} · ${sizeOf(summary)}`;
}
