/** What a test said and where it failed, below its row, and the ways into its execution. */
import { Link } from '@tanstack/react-router';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { calledText } from '../../../core/testing/called-text';
import { testHash } from '../../../core/testing/test-hash';
import { harmlessText } from '../../../core/text/harmless';
import type { KeptTestResult } from '../../../db/rows/test-project-row';
import type { OpenedTestProject } from '../../../workers/testing/testing.api';
import { Button, buttonClass } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { FailedStack } from './FailedStack';
import { ReadValues } from './ReadValues';
import { signatureOfRow, type TestRowData } from './test-counts';

const PAGE = '/{-$network}/tx/$hash/{-$tab}';

type Props = { project: OpenedTestProject; row: TestRowData; busy: boolean; onRun: () => void };

export function TestDetails({ project, row, busy, onRun }: Props) {
  const { suite, test, result } = row;
  const name = { suite: suite.id, signature: signatureOfRow(row) };
  const hash = testHash(project.id, name, 0);
  const params = { network: String(project.networkId), hash };
  return (
    <div className="flex flex-col gap-2 px-3 pt-1 pb-3 pl-9">
      {result && <Reason result={result} />}
      <div className="flex flex-wrap items-center gap-2">
        {result && canOpen(row) && (
          <>
            <Link to={PAGE} params={{ ...params, tab: 'debugger' }} search={{}} className={buttonClass({ size: 's' })}>
              Debug
            </Link>
            <Link to={PAGE} params={{ ...params, tab: undefined }} search={{}} className={buttonClass({ size: 's' })}>
              Trace
            </Link>
          </>
        )}
        <Button size="s" disabled={busy} onClick={onRun}>
          {result ? 'Run again' : 'Run'}
        </Button>
        <span className="mono min-w-0 break-words text-muted text-s">
          {harmlessText(suite.file, 200)}
          {test?.line !== undefined && `:${test.line}`}
        </span>
      </div>
      {result && <Said result={result} />}
      {result?.reads && canOpen(row) && (
        <ReadValues project={project.id} networkId={project.networkId} test={name} reads={result.reads} />
      )}
      {result?.status === 'failed' && canOpen(row) && (
        <FailedStack networkId={project.networkId} hash={hash} reason={result.reason ?? ''} />
      )}
    </div>
  );
}

/** The whole reason, where the line of the test had the beginning of it. */
function Reason({ result: { reason, status } }: { result: KeptTestResult }) {
  if (reason === undefined || status === 'passed') return null;
  return (
    <p className={classes('whitespace-pre-wrap break-words', status === 'failed' ? 'text-failure' : 'text-muted')}>
      {harmlessText(reason, 2_000)}
    </p>
  );
}

function Said({ result }: { result: KeptTestResult }) {
  const { compared, counterexample, counts, console: lines, unsupported } = result;
  return (
    <>
      {unsupported !== undefined && (
        <p className="text-muted">
          Loupe does not have the cheatcode {harmlessText(unsupported, 80)}: forge may decide otherwise.
        </p>
      )}
      {compared && (
        <dl className="mono grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <dt className="text-muted">Left</dt>
          <dd className="break-words">{harmlessText(compared.left, 500)}</dd>
          <dt className="text-muted">Right</dt>
          <dd className="break-words">{harmlessText(compared.right, 500)}</dd>
        </dl>
      )}
      {counterexample && counterexample.length > 0 && (
        <div>
          <p className="text-muted">
            {counterexample.length === 1 ? 'It fails with' : `It fails after ${countOf(counterexample.length, 'call')}`}
          </p>
          <ol className="mono">
            {counterexample.map((call, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have the same call twice
              <li key={index} className="break-words">
                {calledText(call)}
              </li>
            ))}
          </ol>
        </div>
      )}
      {counts && counts.runs + counts.rejected > 0 && (
        <p className="text-muted">
          {countOf(counts.runs, 'run')}
          {counts.calls === undefined
            ? `, ${formatInteger(counts.meanGas)} gas on average, median ${formatInteger(counts.medianGas)}`
            : `, ${countOf(counts.calls, 'call')}, ${formatInteger(counts.reverts ?? 0)} reverted`}
          {counts.rejected > 0 && `, ${formatInteger(counts.rejected)} inputs turned away`}
        </p>
      )}
      {lines.length > 0 && (
        <pre className="mono max-h-[240px] overflow-auto rounded-m border border-line bg-panel px-2 py-1.5">
          {lines.map((line) => harmlessText(line, 2_000)).join('\n')}
        </pre>
      )}
    </>
  );
}

/** Whether there is a call to show: of a test with many runs the one that failed. */
function canOpen({ test, result }: TestRowData): boolean {
  if (result === undefined || result.status === 'skipped') return false;
  return test === undefined || test.kind === 'unit' || result.counterexample !== undefined;
}
