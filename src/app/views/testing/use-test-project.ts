/** A project with tests on its page: its build, how each test came out last, the run that is going on, and its folder. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CoverageReport } from '../../../core/testing/covered/report';
import type { TestProjectId } from '../../../core/testing/test-hash';
import { chooseTests, type TestChoice } from '../../../core/testing/tests-chosen';
import { type Failure, failure } from '../../../core/values/failure';
import { readTestProject, saveTestEnvironment } from '../../../db/reader/test-projects';
import type { KeptTestResult } from '../../../db/rows/test-project-row';
import type { JobId } from '../../../workers/ids';
import type { OpenedTestProject, TestProgress } from '../../../workers/testing/testing.api';
import { followFolder } from '../../folder-access';
import { stoppedFailure } from '../../stopped-failure';
import { newJobId, type Question, useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';
import { ofVisit } from '../../visit';
import { useWiring } from '../../wiring';
import { readBuildFolder } from './build-folder';
import { testKey } from './test-counts';

/** Milliseconds without a change after which a build is read. */
const QUIET = 80;

/** What of the sources ran last with coverage, by project, whichever build it then had. */
const lastCoverage = ofVisit(() => new Map<TestProjectId, CoverageReport>());

export type TestRun = { job: JobId; total: number; done: number; suite: string };

export type TestProjectState = {
  name: string | undefined;
  /** Whether none of its tests ever ran. */
  isNew: boolean;
  project: Question<OpenedTestProject>;
  /** Results by `testKey`; during a run they change as they arrive. */
  results: ReadonlyMap<string, KeptTestResult>;
  /** Ids of the suites that the last reading of the folder found changed. */
  changed: ReadonlySet<string>;
  running: TestRun | undefined;
  problem: Failure | undefined;
  run(choice: TestChoice): void;
  /** What of the sources ran when all tests last ran with coverage; undefined before, and once the build is another. */
  coverage: CoverageReport | undefined;
  /** That of the run with coverage before, of whatever build; undefined where this visit had none. */
  coverageBefore: CoverageReport | undefined;
  /** Runs all tests with coverage. */
  cover(): void;
  cancel(): void;
  /** The folder where the browser can read it again, and whether its changes are followed. */
  folder: FileSystemDirectoryHandle | undefined;
  isWatching: boolean;
  watch(on: boolean): void;
  /** Variables that tests read, as the text of a file `.env`. */
  environment: string;
  /** Keeps other variables and reads the project with them. False when storage refused. */
  setEnvironment(text: string): Promise<boolean>;
};

export function useTestProject(id: TestProjectId): TestProjectState {
  const { testing } = useWiring().workers;
  const row = useStored(async () => ({ kept: await readTestProject(id) }), [id]);
  const [version, setVersion] = useState(0);
  const environment = row?.kept?.environment ?? '';
  const project = useQuestion('testing', id, (worker, job) => worker.readProject(job, id), {
    version: `${version} ${environment}`,
  });
  const [running, setRunning] = useState<TestRun>();
  const [live, setLive] = useState<ReadonlyMap<string, KeptTestResult>>(new Map());
  const [coverage, setCoverage] = useState<{ last: CoverageReport; before: CoverageReport | undefined }>();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<Failure>();
  const [isWatching, setWatching] = useState(false);
  const job = useRef<JobId>(undefined);

  const kept = row?.kept?.results;
  const results = useMemo(() => {
    const all = new Map((kept ?? []).map((result) => [testKey(result.suite, result.signature), result]));
    for (const [key, result] of live) {
      const gasBefore = all.get(key)?.gas;
      all.set(key, { ...result, ...(gasBefore !== undefined && { gasBefore }) });
    }
    return all;
  }, [kept, live]);

  const cancel = useCallback(() => {
    if (job.current !== undefined) void testing.cancel(job.current).catch(() => undefined); // a worker that died runs nothing
  }, [testing]);
  useEffect(() => cancel, [cancel]);

  const suites = project.last?.suites;
  const start = useCallback(
    (choice: TestChoice, withCoverage: boolean) => {
      if (suites === undefined) return;
      cancel();
      const own = newJobId();
      job.current = own;
      const total = chooseTests({ suites }, choice).reduce((sum, { tests }) => sum + tests.length, 0);
      setProblem(undefined);
      setRunning({ job: own, total, done: 0, suite: '' });
      const tell = (progress: TestProgress) => {
        if (job.current !== own) return;
        if (progress.type === 'suite')
          return setRunning((before) => before && { ...before, suite: progress.suite.split(':').at(-1) ?? '' });
        setLive((before) => {
          const next = new Map(before);
          for (const result of progress.results) next.set(testKey(result.suite, result.signature), result);
          return next;
        });
        setRunning((before) => before && { ...before, done: before.done + progress.results.length });
      };
      const end = (why?: Failure) => {
        if (job.current !== own) return;
        job.current = undefined;
        setRunning(undefined);
        setLive(new Map()); // by now they are among those that are kept
        setProblem(why?.code === 'cancelled' ? undefined : why);
      };
      const failed = (error: unknown) => end(stoppedFailure(error));
      if (!withCoverage) {
        testing.run(own, id, choice, tell).then((result) => end(result.ok ? undefined : result.error), failed);
        return;
      }
      testing.cover(own, id, tell).then((result) => {
        if (result.ok && job.current === own) {
          setCoverage({ last: result.value, before: lastCoverage().get(id) });
          lastCoverage().set(id, result.value);
        }
        end(result.ok ? undefined : result.error);
      }, failed);
    },
    [testing, id, suites, cancel],
  );
  const run = useCallback((choice: TestChoice) => start(choice, false), [start]);
  const cover = useCallback(() => start({}, true), [start]);

  const folder = row?.kept?.folder as FileSystemDirectoryHandle | undefined;
  const keptRow = row?.kept;
  const readAgain = useCallback(async () => {
    if (folder === undefined || keptRow === undefined) return;
    try {
      const { files } = await readBuildFolder(folder);
      const { name, networkId } = keptRow;
      const opened = await testing.openProject(newJobId(), { id, name, networkId, folder }, files);
      if (!opened.ok) return setProblem(opened.error);
      setProblem(undefined);
      if (opened.value.changed.length === 0) return;
      setChanged(new Set(opened.value.changed));
      setCoverage(undefined);
      setVersion((before) => before + 1);
    } catch (error) {
      setWatching(false);
      const words = 'The folder could not be read: the browser no longer gives leave, or it was moved.';
      setProblem(failure('unsupported', words, { raw: String(error).slice(0, 2_000) }));
    }
  }, [testing, id, folder, keptRow]);

  // What changed runs once the project was read again.
  const ranFor = useRef(0);
  useEffect(() => {
    if (version === ranFor.current || suites === undefined || project.state !== 'here') return;
    ranFor.current = version;
    run({ only: [...changed].map((suite) => ({ suite, signature: '' })) });
  }, [version, suites, project.state, changed, run]);

  useEffect(() => {
    if (!isWatching || folder === undefined) return;
    // A compiler writes many files, each of which is told of: one reading at a time, and none amid the writing.
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = Promise.resolve();
    const stopFollowing = followFolder(folder, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reading = reading.then(readAgain);
      }, QUIET);
    });
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [isWatching, folder, readAgain]);

  async function watch(on: boolean) {
    if (!on || folder === undefined) return setWatching(false);
    const leave = folder as unknown as { requestPermission?(of: object): Promise<PermissionState> };
    const given = (await leave.requestPermission?.({ mode: 'read' })) ?? 'granted';
    setWatching(given === 'granted');
    if (given === 'granted') void readAgain();
  }

  return {
    name: row?.kept?.name,
    isNew: row?.kept?.results.length === 0,
    project,
    results,
    changed,
    running,
    problem,
    run,
    coverage: coverage?.last,
    coverageBefore: coverage?.before,
    cover,
    cancel,
    folder,
    isWatching,
    watch: (on) => void watch(on),
    environment,
    setEnvironment: (text) => saveTestEnvironment(id, text),
  };
}
