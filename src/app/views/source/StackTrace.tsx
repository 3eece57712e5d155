/**
 * Where a failed transaction failed, in the reader's own source: the lines
 * from the error out to the transaction's entry (spec §2), and what was logged
 * on the way.
 */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { ConsoleLine, SourceTraceSummary, StackLine } from '../../../workers/trace/source-trace.api';
import type { TraceHandle } from '../../../workers/trace/trace.api';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { useAnswer } from '../../use-answer';
import { useTraceApi } from '../../wiring';
import { SourcePreview } from './SourcePreview';

/** So many lines are shown whole; of more the first and last two. */
const WHOLE = 5;
const ENDS = 2;

export function StackTrace({ handle }: { handle: TraceHandle }) {
  const api = useTraceApi();
  const [progress, setProgress] = useState<CompileProgress>();
  const answer = useAnswer(`stack ${handle}`, (job) => api.sourceTrace(job, handle, setProgress));
  if (answer.state === 'waiting') {
    return (
      <Panel title="Stack trace">
        <div className="flex min-h-10 items-center gap-2 px-3" role="status">
          <Spinner label="Loading Stack Trace data..." />
          <span>Loading Stack Trace data...</span>
          {progress && <span className="text-muted">compiler {harmlessText(progress.version, 60)}</span>}
        </div>
      </Panel>
    );
  }
  if (answer.state === 'failed') {
    return (
      <Panel title="Stack trace">
        <p className="px-3 py-2.5 text-muted">{answer.failure.message}</p>
      </Panel>
    );
  }
  return <Shown summary={answer.value} />;
}

function Shown({ summary: { stack, logs, contracts } }: { summary: SourceTraceSummary }) {
  // The error first, as a reader wants it.
  const lines = stack.toReversed();
  const [open, setOpen] = useState(0);
  const [whole, setWhole] = useState(lines.length <= WHOLE);
  const place = lines[open]?.place;
  const failures = contracts.filter(({ failure }) => failure !== undefined);
  return (
    <>
      <Panel title="Stack trace" aside={lines.length === 0 ? undefined : `${formatInteger(lines.length)} entries`}>
        <ol>
          {lines.map((line, index) => {
            if (!whole && index >= ENDS && index < lines.length - ENDS) {
              return index > ENDS ? null : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a stack is shown once and never changes
                <li key={index} className="px-3 py-1">
                  <Button size="s" variant="quiet" onClick={() => setWhole(true)}>
                    Show {formatInteger(lines.length - 2 * ENDS)} more
                  </Button>
                </li>
              );
            }
            return (
              <StackRow
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={index}
                line={line}
                open={index === open}
                isLast={index === lines.length - 1}
                onOpen={() => setOpen(index)}
              />
            );
          })}
        </ol>
        {place?.address !== undefined && (
          <div className="border-line border-t">
            <SourcePreview address={place.address} place={place} />
          </div>
        )}
        {lines.every((line) => line.place === undefined) && (
          <p className="px-3 py-2.5 text-muted">Nobody who may be asked has the sources of these contracts.</p>
        )}
        {failures.map(({ address, failure }) => (
          <p key={address} className="border-line border-t px-3 py-1.5 text-muted">
            <code>{address}</code>: {harmlessText(failure?.message ?? '', 400)}
          </p>
        ))}
      </Panel>
      {logs.length > 0 && <ConsoleLogs logs={logs} />}
    </>
  );
}

type RowProps = { line: StackLine; open: boolean; isLast: boolean; onOpen: () => void };

function StackRow({ line: { contract, function: name, place, sentence }, open, isLast, onOpen }: RowProps) {
  const who = contract === '' ? 'Unknown contract' : harmlessText(contract, 120);
  return (
    <li className={open ? 'bg-accent-soft' : undefined}>
      <button
        type="button"
        aria-pressed={open}
        onClick={onOpen}
        className="flex w-full flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-left hover:bg-hover"
      >
        {isLast && <Icon name="arrowUp" size={12} />}
        <span className="mono min-w-0 break-words font-medium">
          {who}
          {name !== '' && `.${harmlessText(name, 120)}`}
        </span>
        {place && (
          <span className="mono text-muted">
            {harmlessText(place.file.split('/').at(-1) ?? '', 80)}:{place.line}
          </span>
        )}
        {sentence !== '' && <span className="w-full text-failure">{harmlessText(sentence, 400)}</span>}
      </button>
    </li>
  );
}

function ConsoleLogs({ logs }: { logs: readonly ConsoleLine[] }) {
  return (
    <Panel title="Console logs" aside={formatInteger(logs.length)}>
      <ul className="max-h-[420px] divide-y divide-line overflow-y-auto">
        {logs.map(({ row, text, contract, function: name, place }) => (
          <li key={row} className="px-3 py-1.5">
            <span className="mono break-words">{harmlessText(text, 2_000)}</span>{' '}
            <span className="text-muted">
              {harmlessText(contract, 120)}
              {name !== '' && `.${harmlessText(name, 120)}`}
              {place && ` · ${harmlessText(place.file, 200)}:${place.line}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
