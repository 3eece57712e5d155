/** What of the sources the tests ran: files with their shares, and a file with how often each of its lines ran. */
import { useMemo, useState } from 'react';
import { formatGas, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { gasBefore } from '../../../core/testing/covered/line-gas';
import {
  type CoverageReport,
  type CoverageShares,
  type CoveredFile,
  lineHits,
  type Share,
  sharesOf,
  sumOfShares,
} from '../../../core/testing/covered/report';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { CodeView } from '../source/CodeView';
import { coverageGutter, gasGutter, type LineRuns } from './coverage-gutter';
import { gasChange } from './test-counts';

type Props = {
  /** Undefined until tests ran with coverage. */
  report: CoverageReport | undefined;
  /** The report of the run before, whose gas each line's is compared with. */
  before: CoverageReport | undefined;
  /** Path of the file that is open, undefined for none. */
  path: string | undefined;
  onOpen: (path: string | undefined) => void;
  onRun: () => void;
  busy: boolean;
};

export function CoverageView({ report, before, path, onOpen, onRun, busy }: Props) {
  const file = report?.files.find((each) => each.path === path);
  const fileBefore = before?.files.find((each) => each.path === path);
  const run = (
    <Button size="s" disabled={busy} onClick={onRun}>
      {report ? 'Run again' : 'Run with coverage'}
    </Button>
  );
  if (report === undefined)
    return (
      <Panel title="Coverage">
        <EmptyState title={busy ? 'The tests run' : 'Which lines do the tests reach?'} action={busy ? undefined : run}>
          All tests run once, and what of the sources ran is shown here: lines, statements, branches and functions, and
          the gas of each line.
        </EmptyState>
      </Panel>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3.5">
      <Panel title="Coverage" aside={countOf(report.files.length, 'file')} actions={run}>
        {report.files.length === 0 ? (
          <EmptyState title="None of the sources have code">Dependencies and tests are left out.</EmptyState>
        ) : (
          <FileTable report={report} before={before} path={path} onOpen={onOpen} />
        )}
      </Panel>
      {file && <FileLines key={file.path} file={file} before={fileBefore} />}
    </div>
  );
}

const COLUMNS = ['lines', 'statements', 'branches', 'functions'] as const;

function FileTable({
  report,
  before,
  path,
  onOpen,
}: Omit<Props, 'report' | 'onRun' | 'busy'> & { report: CoverageReport }) {
  const rows = useMemo(
    () =>
      report.files.map((file) => {
        const earlier = before?.files.find((each) => each.path === file.path);
        const gas = { gas: sumOf(file.gas), gasBefore: earlier && sumOf(earlier.gas) };
        return { path: file.path, shares: sharesOf(file), gas };
      }),
    [report, before],
  );
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr className="border-line border-b text-left text-muted">
            <th className="px-3 py-1 font-normal">File</th>
            {COLUMNS.map((column) => (
              <th
                key={column}
                className={classes(
                  'px-3 py-1 text-right font-normal capitalize',
                  column !== 'lines' && 'max-sm:hidden',
                )}
              >
                {column}
              </th>
            ))}
            <th className="px-3 py-1 text-right font-normal max-sm:hidden">Gas</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.path}
              className={classes('border-line border-b', path === row.path ? 'bg-accent-soft' : 'hover:bg-hover')}
            >
              <td className="px-3 py-1">
                <button
                  type="button"
                  aria-pressed={path === row.path}
                  className="mono break-all text-left text-accent hover:underline"
                  onClick={() => onOpen(path === row.path ? undefined : row.path)}
                >
                  {harmlessText(row.path, 200)}
                </button>
              </td>
              <Shares shares={row.shares} />
              <td className="whitespace-nowrap px-3 py-1 text-right tabular-nums max-sm:hidden">
                <span className="text-muted">{gasChange(row.gas)}</span> {formatGas(row.gas.gas)}
              </td>
            </tr>
          ))}
          <tr className="font-medium">
            <td className="px-3 py-1">All files</td>
            <Shares shares={sumOfShares(rows.map(({ shares }) => shares))} />
            <td className="whitespace-nowrap px-3 py-1 text-right tabular-nums max-sm:hidden">
              {formatGas(sumOf(rows.map(({ gas }) => gas.gas)))}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Shares({ shares }: { shares: CoverageShares }) {
  return COLUMNS.map((column) => (
    <td
      key={column}
      className={classes('whitespace-nowrap px-3 py-1 text-right tabular-nums', column !== 'lines' && 'max-sm:hidden')}
    >
      {percentOf(shares[column])}{' '}
      <span className="text-muted">
        {formatInteger(shares[column].hit)} of {formatInteger(shares[column].of)}
      </span>
    </td>
  ));
}

function sumOf(gas: readonly number[]): number {
  return gas.reduce((sum, each) => sum + each, 0);
}

function percentOf({ hit, of }: Share): string {
  if (of === 0) return '–';
  // Never 100 % where one is missing.
  return `${hit === of ? 100 : Math.min(99.9, Math.floor((hit / of) * 1000) / 10)} %`;
}

function FileLines({ file, before }: { file: CoveredFile; before: CoveredFile | undefined }) {
  const [line, setLine] = useState<number>();
  const { runs, partly } = useMemo(() => lineRuns(file), [file]);
  const gas = useMemo(() => ({ gas: file.gas, before: before && gasBefore(file.text, before) }), [file, before]);
  const gutter = useMemo(() => [coverageGutter({ runs, partly }), gasGutter(gas)], [runs, partly, gas]);
  const tests = useMemo(() => (line === undefined ? [] : testsOn(file, line)), [file, line]);
  const missed = [...runs].flatMap(([each, count]) => (count === 0 ? [each] : [])).sort((a, b) => a - b);
  const next = missed.find((each) => each > (line ?? 0)) ?? missed[0];
  return (
    <Panel
      title={<bdi className="mono">{harmlessText(file.path, 120)}</bdi>}
      aside={missed.length === 0 ? 'every line ran' : `${countOf(missed.length, 'line')} never ran`}
      actions={
        next !== undefined && (
          <Button size="s" onClick={() => setLine(next)}>
            Next line that never ran
          </Button>
        )
      }
    >
      <div className="h-[60vh] min-h-[240px] overflow-hidden">
        <CodeView
          text={file.text}
          language={file.path.endsWith('.vy') ? 'vyper' : 'solidity'}
          label={`Source of ${harmlessText(file.path, 120)}`}
          lines={line === undefined ? undefined : { from: line, to: line }}
          onLine={setLine}
          extensions={gutter}
        />
      </div>
      <p aria-live="polite" className="max-h-[160px] overflow-y-auto border-line border-t px-3 py-2 text-muted">
        {line === undefined ? 'Choose the number of a line to see the tests that ran it.' : lineText(line, runs, tests)}
      </p>
    </Panel>
  );
}

function lineText(line: number, runs: LineRuns['runs'], tests: readonly string[]): string {
  const count = runs.get(line);
  if (count === undefined) return `Nothing begins on line ${line}.`;
  if (tests.length === 0) return `No test ran line ${line}.`;
  return `Line ${line} ran in ${countOf(tests.length, 'test')}: ${tests.join(', ')}`;
}

/** Names of the tests that ran something of the line. */
function testsOn({ items, tests }: CoveredFile, line: number): string[] {
  return tests
    .filter((test) => test.items.some((item) => items[item]?.line === line))
    .map(({ suite, signature }) => harmlessText(`${suite.split(':').at(-1)}.${signature}`, 120));
}

function lineRuns(file: CoveredFile): LineRuns {
  const runs = lineHits(file);
  const partly = new Set(
    file.items.flatMap(({ kind, line }, at) =>
      kind === 'branch' && file.hits[at] === 0 && (runs.get(line) ?? 0) > 0 ? [line] : [],
    ),
  );
  return { runs, partly };
}
