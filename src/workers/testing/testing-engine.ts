/** Projects with tests, and their runs: an ordinary module, so that Node tests call what the worker exposes. */

import { hexToBytes } from '../../core/chain/hex';
import { findAuxdata } from '../../core/contract/auxdata';
import type { TestProject } from '../../core/testing/project';
import { isProjectFile } from '../../core/testing/project-file';
import type { TestResult } from '../../core/testing/result';
import { runTests } from '../../core/testing/run-tests';
import { isSuiteCall, type Suite } from '../../core/testing/suite';
import type { TestProjectId } from '../../core/testing/test-hash';
import { chooseTests, type TestChoice } from '../../core/testing/tests-chosen';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { TestFileRow } from '../../db/rows/test-file-row';
import type { KeptTestResult } from '../../db/rows/test-project-row';
import { readTestFiles, readTestProject, saveTestProject, saveTestResults } from '../../db/test-projects';
import { createJobs, type Jobs } from '../jobs';
import { delay } from '../wait';
import { readBuild, readKeptProject } from './kept-project';
import type { NewTestProject, OpenedTestProject, TestFile, TestingApi, TestProgress } from './testing.api';

/** Bytes of one file that is read; the build info of a large project has some 100 million. */
const MAX_FILE = 400_000_000;
/** Milliseconds between two reports to the page, which draws a row for each test. */
const REPORT_INTERVAL = 60;
/** What is kept of the console of a test. */
const MAX_LINES = 200;
const MAX_TEXT = 2_000;

export function createTesting(jobs: Jobs = createJobs()): TestingApi {
  const held = new Map<TestProjectId, TestProject>();

  async function projectOf(id: TestProjectId): Promise<Result<TestProject, Failure>> {
    const here = held.get(id);
    if (here !== undefined) return ok(here);
    const kept = await readKeptProject(id);
    if (!kept.ok) return kept;
    held.set(id, kept.value.project);
    return ok(kept.value.project);
  }

  async function openProject(
    project: NewTestProject,
    files: readonly TestFile[],
  ): Promise<Result<OpenedTestProject, Failure>> {
    const { id } = project;
    const wanted = files.filter(({ path }) => isProjectFile(path));
    const large = wanted.find(({ file }) => file.size > MAX_FILE);
    if (large) return fail(failure('tooLarge', `${large.path} is larger than what is read of a build.`));
    const [before, row] = await Promise.all([readTestFiles(id), readTestProject(id)]);
    const known = new Map(before.map((file) => [file.path, file]));
    const read = await Promise.all(wanted.map((each) => readFile(id, each, known.get(each.path))));
    const build = await readBuild(read);
    if (!build.ok) return build;
    const was =
      held.get(id) ?? (before.length > 0 ? await readBuild(before).then((each) => each.ok && each.value) : false);
    const changed = changedSuites(build.value, was || undefined);
    const results = (row?.results ?? [])
      .filter(({ suite, signature }) => hasTest(build.value.suites, suite, signature))
      .map((result): KeptTestResult => (changed.includes(result.suite) ? { ...result, isOld: true } : result));
    const present = new Set(wanted.map(({ path }) => path));
    const isKept = await saveTestProject(
      { ...project, openedAt: Date.now(), results },
      read.filter((file) => known.get(file.path) !== file),
      before.map(({ path }) => path).filter((path) => !present.has(path)),
    );
    if (!isKept)
      return fail(failure('storage', 'This browser could not keep the project: its storage is full or refused.'));
    held.set(id, build.value);
    return ok(openedOf(project, build.value, changed));
  }

  async function run(
    id: TestProjectId,
    choice: TestChoice,
    tell: (progress: TestProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<undefined, Failure>> {
    const project = await projectOf(id);
    if (!project.ok) return project;
    const told = new Reports(tell);
    await runTests(project.value, chooseTests(project.value, choice), {
      now: () => performance.now(),
      async pause() {
        await delay(0); // what the page says meanwhile, a cancel above all, is heard
        return !signal.aborted;
      },
      onSuite: (suite, of) => told.suite(suite, of),
      onTest: (suite, result) => told.test(keptResult(suite, result)),
    });
    told.flush();
    const isKept = await keepResults(id, told.results);
    return isKept
      ? ok(undefined)
      : fail(failure('storage', 'The tests ran, and this browser could not keep how they came out.'));
  }

  return {
    cancel: async (job) => jobs.cancel(job),
    openProject: (job, project, files) => jobs.run(job, () => openProject(project, files)),
    readProject: (job, id) =>
      jobs.run(job, async () => {
        const kept = await readKeptProject(id);
        if (!kept.ok) return kept;
        const { row, project } = kept.value;
        held.set(id, project);
        return ok(openedOf(row, project, []));
      }),
    run: (job, id, choice, tell) => jobs.run(job, (signal) => run(id, choice, tell, signal)),
  };
}

/** Returns what is kept of a file where neither its time nor its size is another; else reads it. */
async function readFile(
  projectId: TestProjectId,
  { path, file }: TestFile,
  kept: TestFileRow | undefined,
): Promise<TestFileRow> {
  const { lastModified: changedAt, size } = file;
  if (kept !== undefined && kept.changedAt === changedAt && kept.size === size) return kept;
  return { projectId, path, changedAt, size, bytes: await file.arrayBuffer() };
}

/** Returns the ids of suites that were not there or had other code; all where only other contracts changed. */
function changedSuites({ suites, artefacts }: TestProject, before: TestProject | undefined): string[] {
  const all = suites.map(({ id }) => id);
  if (before === undefined) return all;
  const codes = codesOf(before.artefacts);
  const now = codesOf(artefacts);
  const others = [...now].filter(([id, code]) => codes.get(id) !== code).map(([id]) => id);
  const changed = all.filter((id) => others.includes(id));
  return changed.length === 0 && others.length > 0 ? all : changed;
}

/** Returns creation code by file and name, without what compilers append of the sources' digest, its own and that of others. */
function codesOf(artefacts: TestProject['artefacts']): Map<string, string> {
  return new Map(artefacts.map(({ file, name, creation: { hex } }) => [`${file}:${name}`, withoutAuxdata(hex)]));
}

function withoutAuxdata(hex: string): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of findAuxdata(hexToBytes(`0x${hex}`))) {
    rest += hex.slice(at, start * 2);
    at = end * 2;
  }
  return rest + hex.slice(at);
}

function hasTest(suites: readonly Suite[], suite: string, signature: string): boolean {
  const found = suites.find(({ id }) => id === suite);
  return found !== undefined && (isSuiteCall(signature) || found.tests.some((test) => test.signature === signature));
}

function openedOf(
  { id, name, networkId, folder }: NewTestProject,
  { suites, warnings }: TestProject,
  changed: readonly string[],
): OpenedTestProject {
  return { id, name, networkId, ...(folder !== undefined && { folder }), suites, warnings, changed };
}

/** Tells the page of tests that ended, some at a time. */
class Reports {
  readonly results: KeptTestResult[] = [];
  private waiting: KeptTestResult[] = [];
  private toldAt = 0;

  constructor(private readonly tell: (progress: TestProgress) => void) {}

  suite(suite: string, of: { done: number; suites: number }): void {
    this.flush();
    this.tell({ type: 'suite', suite, ...of });
  }

  test(result: KeptTestResult): void {
    this.results.push(result);
    this.waiting.push(result);
    if (performance.now() - this.toldAt >= REPORT_INTERVAL) this.flush();
  }

  flush(): void {
    if (this.waiting.length === 0) return;
    this.tell({ type: 'tests', results: this.waiting });
    this.waiting = [];
    this.toldAt = performance.now();
  }
}

function keptResult(suite: string, result: TestResult): KeptTestResult {
  const { signature, kind, status, reason, place, compared, gas, counts, counterexample, duration, unsupported } =
    result;
  return {
    suite,
    signature,
    kind,
    status,
    ...(reason !== undefined && { reason: reason.slice(0, MAX_TEXT) }),
    ...(place !== undefined && { place }),
    ...(compared !== undefined && { compared }),
    gas,
    ...(counts !== undefined && { counts }),
    ...(counterexample !== undefined && { counterexample }),
    console: result.console.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_TEXT)),
    ...(unsupported !== undefined && { unsupported }),
    duration,
  };
}

/** Keeps results in the place of those of the same tests, each with the gas of the run before. */
async function keepResults(id: TestProjectId, results: readonly KeptTestResult[]): Promise<boolean> {
  const before = (await readTestProject(id))?.results ?? [];
  const key = ({ suite, signature }: KeptTestResult) => `${suite} ${signature}`;
  const merged = new Map(before.map((result) => [key(result), result]));
  // A suite has a result of its own, or its tests have theirs.
  for (const { suite, signature } of results)
    for (const [at, was] of merged)
      if (was.suite === suite && isSuiteCall(was.signature) !== isSuiteCall(signature)) merged.delete(at);
  for (const result of results) {
    const was = merged.get(key(result));
    merged.set(key(result), { ...result, ...(was !== undefined && { gasBefore: was.gas }) });
  }
  return saveTestResults(id, [...merged.values()]);
}
