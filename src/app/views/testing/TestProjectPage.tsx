/** The tests of one project: suites beside their tests, failed ones first, and what runs. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { isSuiteCall } from '../../../core/testing/suite';
import type { TestProjectId } from '../../../core/testing/test-hash';
import type { TestChoice } from '../../../core/testing/tests-chosen';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { usePageKeys } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Panel } from '../../ui/Panel';
import { ProgressBar } from '../../ui/ProgressBar';
import { SearchField } from '../../ui/SearchField';
import { Segmented } from '../../ui/Segmented';
import { useTitle } from '../../use-title';
import { useUrlValue } from '../../use-url-value';
import { SuiteList } from './SuiteList';
import { TestEnvironment } from './TestEnvironment';
import { TestList } from './TestList';
import { countResults, signatureOfRow, testRows } from './test-counts';
import { useTestProject } from './use-test-project';

// CodeMirror comes with it.
const CoverageView = lazyPart(async () => (await import('./CoverageView')).CoverageView);

type Show = 'failed' | 'changed' | undefined;

export function TestProjectPage({ id }: { id: string }) {
  const state = useTestProject(id as TestProjectId);
  const { project, results, changed, running, problem, run, cancel, folder, isWatching } = state;
  const [suite, setSuite] = useUrlValue<string | undefined>('suite');
  const [search = '', setSearch] = useUrlValue<string | undefined>('search', { debounce: 300 });
  const [show, setShow] = useUrlValue<Show>('show');
  const [view, setView] = useUrlValue<'coverage' | undefined>('view');
  const [file, setFile] = useUrlValue<string | undefined>('file');
  const [open, setOpen] = useUrlValue<string | undefined>('open');
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const suites = project.last?.suites;
  const name = harmlessText(state.name ?? 'Tests', 60);
  const counts = countResults(results.values());
  useTitle(running ? `${running.done} of ${running.total} · ${name}` : titleOf(name, counts));

  const isFirst = state.isNew && suites !== undefined && running === undefined && problem === undefined;
  const began = useRef(false);
  useEffect(() => {
    if (!isFirst || began.current) return;
    began.current = true;
    run({});
  }, [isFirst, run]);

  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return testRows(suites ?? [], results).filter(
      (row) =>
        (suite === undefined || row.suite.id === suite) &&
        (show !== 'failed' || row.result?.status === 'failed') &&
        (show !== 'changed' || changed.has(row.suite.id)) &&
        words.every((word) => `${row.suite.id} ${signatureOfRow(row)}`.toLowerCase().includes(word)),
    );
  }, [suites, results, suite, show, changed, search]);

  const shown = (): TestChoice => ({
    only: rows.map((row) => ({ suite: row.suite.id, signature: row.test?.signature ?? '' })),
  });
  const failed: TestChoice = {
    only: [...results.values()]
      .filter(({ status }) => status === 'failed')
      .map(({ suite, signature }) => ({ suite, signature: isSuiteCall(signature) ? '' : signature })),
  };
  usePageKeys('Tests', [
    { key: 'r', label: 'Run all tests', run: () => run({}) },
    { key: 'f', label: 'Run failed tests again', run: () => counts.failed > 0 && run(failed) },
    { key: '/', label: 'Search tests', run: () => field.current?.focus() },
    { key: 'x', label: 'Cancel the run', run: cancel },
  ]);

  if (project.state === 'failed' && suites === undefined)
    return (
      <ErrorState
        failure={project.failure}
        title="This project cannot be shown"
        onRetry={project.again}
        actions={
          <Button onClick={() => void navigate({ to: '/tests/{-$project}', params: { project: undefined } })}>
            All projects
          </Button>
        }
      />
    );
  if (suites === undefined || project.last === undefined) return <PageSkeleton />;
  return (
    <div className="flex flex-col gap-3.5">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Link to="/tests/{-$project}" params={{ project: undefined }} search={{}} className="link text-s">
            All projects
          </Link>
          <h1 className="truncate">
            <bdi>{name}</bdi>
          </h1>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Segmented
            label="View"
            value={view ?? 'results'}
            segments={[
              { value: 'results', label: 'Results' },
              { value: 'coverage', label: 'Coverage', title: 'What of the sources the tests run' },
            ]}
            onChange={(value) => setView(value === 'results' ? undefined : value)}
          />
          <Button onClick={() => setEditing(true)}>Variables</Button>
          {folder && (
            <Button aria-pressed={isWatching} onClick={() => state.watch(!isWatching)}>
              {isWatching ? 'Watching the folder' : 'Watch the folder'}
            </Button>
          )}
          {counts.failed > 0 && (
            <Button disabled={running !== undefined} onClick={() => run(failed)}>
              Run {formatInteger(counts.failed)} failed
            </Button>
          )}
          <Button variant="primary" disabled={running !== undefined} onClick={() => run({})}>
            Run all
          </Button>
        </div>
      </header>
      {isEditing && (
        <TestEnvironment text={state.environment} onKeep={state.setEnvironment} onClose={() => setEditing(false)} />
      )}
      {/* Of one height, so that a run moves nothing below it. */}
      <Panel>
        <div className="flex min-h-12 flex-col justify-center px-3 py-1.5">
          {running ? (
            <ProgressBar
              label={running.suite === '' ? 'Running' : `Running ${harmlessText(running.suite, 60)}`}
              done={running.done}
              total={running.total}
              unit="tests"
              onCancel={cancel}
            />
          ) : (
            <p aria-live="polite">{sentence(counts, suites)}</p>
          )}
        </div>
      </Panel>
      {problem && <ErrorState compact failure={problem} title="The tests did not run to their end" />}
      {project.last.warnings.length > 0 && (
        <Callout tone="pending">
          {project.last.warnings
            .slice(0, 5)
            .map((text) => harmlessText(text, 200))
            .join(' ')}
        </Callout>
      )}
      {view === 'coverage' ? (
        <CoverageView
          report={state.coverage}
          before={state.coverageBefore}
          path={file}
          onOpen={setFile}
          onRun={state.cover}
          busy={running !== undefined}
          fallback={<PageSkeleton />}
        />
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[280px_minmax(0,1fr)]">
          <SuiteList suites={suites} results={results} changed={changed} suite={suite} onChoose={setSuite} />
          <Panel
            title="Results"
            aside={countOf(rows.filter(({ test }) => test !== undefined).length, 'test')}
            actions={
              <>
                <SearchField
                  ref={field}
                  label="Search tests"
                  shortcut="/"
                  value={search}
                  onChange={(text) => setSearch(text === '' ? undefined : text)}
                />
                <Segmented
                  label="Tests to show"
                  value={show ?? 'all'}
                  segments={[
                    { value: 'all', label: 'All' },
                    { value: 'failed', label: 'Failed' },
                    {
                      value: 'changed',
                      label: 'Changed',
                      title: 'Suites whose code changed when the folder was read last',
                    },
                  ]}
                  onChange={(value) => setShow(value === 'all' ? undefined : value)}
                />
                {rows.length > 0 && (suite !== undefined || search !== '' || show !== undefined) && (
                  <Button size="s" disabled={running !== undefined} onClick={() => run(shown())}>
                    Run these
                  </Button>
                )}
              </>
            }
          >
            {rows.length === 0 ? (
              <EmptyState title={suites.length === 0 ? 'There are no tests' : 'No test is like that'}>
                {suites.length === 0
                  ? 'Functions whose names begin with test, in contracts without constructor arguments, are tests.'
                  : 'Choose another suite or other words.'}
              </EmptyState>
            ) : (
              <TestList
                project={project.last}
                rows={rows}
                open={open}
                onOpen={(key) => setOpen(key)}
                onRun={(row) => run({ only: [{ suite: row.suite.id, signature: row.test?.signature ?? '' }] })}
                busy={running !== undefined}
              />
            )}
          </Panel>
        </div>
      )}
    </div>
  );
}

function titleOf(name: string, { failed, passed }: ReturnType<typeof countResults>): string {
  if (failed > 0) return `✕ ${failed} failed · ${name}`;
  return passed > 0 ? `✓ ${name}` : name;
}

function sentence(
  { passed, failed, skipped }: ReturnType<typeof countResults>,
  suites: readonly { tests: readonly unknown[] }[],
) {
  const tests = suites.reduce((sum, { tests }) => sum + tests.length, 0);
  const all = `${countOf(tests, 'test')} in ${countOf(suites.length, 'suite')}`;
  if (passed + failed + skipped === 0) return all;
  const parts = [
    failed > 0 && `${formatInteger(failed)} failed`,
    `${formatInteger(passed)} passed`,
    skipped > 0 && `${formatInteger(skipped)} skipped`,
  ].filter(Boolean);
  return `${parts.join(', ')} of ${all}`;
}
