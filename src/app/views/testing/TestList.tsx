/** Tests with how they came out, one line each; a row opens below itself. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptTestResult } from '../../../db/rows/test-project-row';
import type { OpenedTestProject } from '../../../workers/testing/testing.api';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { TestDetails } from './TestDetails';
import { durationText, gasChange, reasonOf, signatureOfRow, type TestRowData, testKey } from './test-counts';

/** Rows that are drawn at once: what is longer is searched rather than read. */
const SHOWN = 500;

type Props = {
  project: OpenedTestProject;
  rows: readonly TestRowData[];
  /** `testKey` of the row that is open. */
  open: string | undefined;
  onOpen: (key: string | undefined) => void;
  onRun: (row: TestRowData) => void;
  busy: boolean;
};

export function TestList({ project, rows, open, onOpen, onRun, busy }: Props) {
  const [limit, setLimit] = useState(SHOWN);
  return (
    <>
      <ul aria-label="Tests" onKeyDown={moveFocus}>
        {rows.slice(0, limit).map((row) => {
          const key = testKey(row.suite.id, signatureOfRow(row));
          const isOpen = open === key;
          return (
            <li key={key} className={classes('border-line border-b last:border-0', isOpen && 'bg-raised')}>
              <TestLine row={row} isOpen={isOpen} onOpen={() => onOpen(isOpen ? undefined : key)} />
              {isOpen && <TestDetails project={project} row={row} busy={busy} onRun={() => onRun(row)} />}
            </li>
          );
        })}
      </ul>
      {rows.length > limit && (
        <div className="border-line border-t p-2">
          <Button size="s" variant="quiet" onClick={() => setLimit(limit + SHOWN)}>
            {formatInteger(Math.min(SHOWN, rows.length - limit))} more of {formatInteger(rows.length)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Up and down go from line to line, whatever stands open between them. */
function moveFocus(event: React.KeyboardEvent<HTMLUListElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const at = lines.indexOf(event.target as HTMLElement);
  if (by === 0 || at === -1) return;
  event.preventDefault();
  lines[at + by]?.focus();
}

function TestLine({ row, isOpen, onOpen }: { row: TestRowData; isOpen: boolean; onOpen: () => void }) {
  const { suite, test, result } = row;
  const name = test === undefined ? signatureOfRow(row) : test.kind === 'unit' ? test.name : test.signature;
  // Open, the details below begin with the whole of it.
  const why = result && result.status !== 'passed' && !isOpen ? reasonOf(result) : undefined;
  return (
    <button
      type="button"
      data-line
      aria-expanded={isOpen}
      onClick={onOpen}
      className={classes(
        'grid min-h-[30px] w-full grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-x-2 px-3 py-1 text-left hover:bg-hover',
        'sm:grid-cols-[16px_minmax(0,1fr)_96px_64px_64px]',
        result?.status === 'failed' && 'shadow-[inset_2px_0_0_var(--failure)]',
      )}
    >
      <Outcome result={result} />
      <span className="min-w-0">
        <span className="mono break-words font-medium">{harmlessText(name, 160)}</span>{' '}
        <span className="text-muted">{harmlessText(suite.name, 80)}</span>
        {result?.isOld && <span className="text-muted"> · built anew since</span>}
        {why && (
          <span className={classes('flex', result?.status === 'failed' ? 'text-failure' : 'text-muted')}>
            <span className="truncate">{why.said}</span>
            {why.where !== '' && <span className="shrink-0 whitespace-pre">{` · ${why.where}`}</span>}
          </span>
        )}
      </span>
      {result && (
        <>
          <span className="text-right tabular-nums" title="Gas of the test’s call">
            {result.counts ? countOf(result.counts.runs, 'run') : formatInteger(result.gas)}
          </span>
          <span
            className="text-right text-muted tabular-nums max-sm:hidden"
            title="Change of gas against the run before"
          >
            {gasChange(result)}
          </span>
          <span className="text-right text-muted tabular-nums max-sm:hidden">{durationText(result.duration)}</span>
        </>
      )}
    </button>
  );
}

const LOOKS = {
  passed: { glyph: '✓', tone: 'text-success', word: 'Passed' },
  failed: { glyph: '✕', tone: 'text-failure', word: 'Failed' },
  skipped: { glyph: '–', tone: 'text-muted', word: 'Skipped' },
} as const;

function Outcome({ result }: { result: KeptTestResult | undefined }) {
  if (result === undefined)
    return (
      <span role="img" aria-label="Not run yet" className="text-muted">
        ○
      </span>
    );
  const { glyph, tone, word } = LOOKS[result.status];
  return (
    <span role="img" aria-label={word} className={`font-semibold ${tone}`}>
      {glyph}
    </span>
  );
}

/** Shows how a test came out, on the page of its call. */
export function OutcomeBadge({ status }: Pick<KeptTestResult, 'status'>) {
  const { glyph, word } = LOOKS[status];
  return (
    <Badge tone={status === 'passed' ? 'success' : status === 'failed' ? 'failure' : 'neutral'} glyph={glyph}>
      {word}
    </Badge>
  );
}
