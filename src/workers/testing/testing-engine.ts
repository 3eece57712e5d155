/** Projects with tests, and their runs: an ordinary module, so that Node tests call what the worker exposes. */

import { hexToBytes } from '../../core/chain/hex';
import { findAuxdata } from '../../core/contract/matching/auxdata';
import type { Artefact } from '../../core/testing/artefact';
import { compilationsOf } from '../../core/testing/compilations';
import { Coverage } from '../../core/testing/covered/coverage';
import type { CoverageReport } from '../../core/testing/covered/report';
import type { TestProject } from '../../core/testing/project';
import type { NextSuite } from '../../core/testing/run-tests';
import { isSuiteCall, type Suite } from '../../core/testing/suite';
import type { TestProjectId } from '../../core/testing/test-hash';
import { chooseTests, type TestChoice } from '../../core/testing/tests-chosen';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readTestFiles, readTestProject, saveTestProject } from '../../db/reader/test-projects';
import type { TestFileRow } from '../../db/rows/test-file-row';
import type { KeptTestResult, TestProjectRow } from '../../db/rows/test-project-row';
import { createJobs, type Jobs } from '../scheduling/jobs';
import { KeptProjects, readBuild } from './kept-project';
import { runHere } from './run-here';
import { keepResults, RunReports } from './run-reports';
import { longestFirst, type Runners, runSideBySide } from './side-by-side';
import type { NewTestProject, OpenedTestProject, TestFile, TestingApi, TestProgress } from './testing.api';
import { withoutTree } from './without-tree';

/** Bytes of one file that is read; the build info of a large project has some 100 million. */
const MAX_FILE = 400_000_000;

/** Creates the service. `runners` starts threads that share long runs; without it all runs in this thread. */
export function createTesting(jobs: Jobs = createJobs(), projects = new KeptProjects(), runners?: Runners): TestingApi {
  async function openProject(
    project: NewTestProject,
    files: readonly TestFile[],
  ): Promise<Result<OpenedTestProject, Failure>> {
    const { id } = project;
    const large = files.find(({ file }) => file.size > MAX_FILE);
    if (large) return fail(failure('tooLarge', `${large.path} is larger than what is read of a build.`));
    const before = await projects.read(id);
    const stored = before.ok ? before.value.files : await readTestFiles(id);
    const known = new Map(stored.map((file) => [file.path, file]));
    const read = await Promise.all(files.map((each) => readFile(id, each, known.get(each.path))));
    const changedFiles = read.filter((file) => known.get(file.path) !== file);
    const present = new Set(files.map(({ path }) => path));
    const gone = stored.map(({ path }) => path).filter((path) => !present.has(path));
    // A watched folder is looked at every few seconds.
    if (before.ok && changedFiles.length === 0 && gone.length === 0 && isSame(project, before.value.row))
      return ok(openedOf(project, before.value.project, []));
    const { results: keptResults = [], environment } = (await readTestProject(id)) ?? {};
    const variables = environment === undefined ? {} : { environment };
    const build = await readBuild(read, projects, { ...variables, ...project });
    if (!build.ok) return build;
    const changed = changedSuites(build.value, before.ok ? before.value.project : undefined);
    const results = keptResults
      .filter(({ suite, signature }) => hasTest(build.value.suites, suite, signature))
      .map((result): KeptTestResult => (changed.includes(result.suite) ? { ...result, isOld: true } : result));
    const row = { ...project, ...variables, openedAt: Date.now(), results };
    if (!(await saveTestProject(row, changedFiles, gone)))
      return fail(failure('storage', 'This browser could not keep the project: its storage is full or refused.'));
    projects.hold({ row, files: read, project: build.value });
    return ok(openedOf(project, build.value, changed));
  }

  async function run(
    id: TestProjectId,
    choice: TestChoice,
    tell: (progress: TestProgress) => void,
    signal: AbortSignal,
    coverage?: Coverage,
  ): Promise<Result<undefined, Failure>> {
    const kept = await projects.read(id);
    if (!kept.ok) return kept;
    const suites = longestFirst(chooseTests(kept.value.project, choice), kept.value.row.results);
    const told = new RunReports(tell);
    const options = { surroundings: await projects.surroundings(kept.value.row), signal, coverage };
    const here = (next: NextSuite) => runHere(kept.value, next, told, options);
    let isKept = false;
    try {
      await runSideBySide(id, suites, { here, told, signal, ...(coverage === undefined && runners && { runners }) });
    } finally {
      told.flush();
      isKept = await keepResults(id, told.results);
    }
    return isKept
      ? ok(undefined)
      : fail(failure('storage', 'The tests ran, and this browser could not keep how they came out.'));
  }

  async function cover(
    id: TestProjectId,
    tell: (progress: TestProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<CoverageReport, Failure>> {
    const kept = await projects.read(id);
    if (!kept.ok) return kept;
    const compilations = compilationsOf(kept.value.project);
    if (compilations.length === 0)
      return fail(
        failure(
          'unsupported',
          'This build does not say where its code comes from. Build the project with forge build --build-info.',
        ),
      );
    const coverage = new Coverage(compilations, kept.value.project.settings.dependencies);
    const ran = await run(id, {}, tell, signal, coverage);
    return ran.ok ? ok(coverage.report()) : ran;
  }

  return {
    async configure({ networks }) {
      projects.networks = networks;
    },
    cancel: async (job) => jobs.cancel(job),
    openProject: (job, project, files) => jobs.run(job, () => openProject(project, files)),
    readProject: (job, id) =>
      jobs.run(job, async () => {
        const kept = await projects.read(id);
        return kept.ok ? ok(openedOf(kept.value.row, kept.value.project, [])) : kept;
      }),
    cover: (job, id, tell) => jobs.run(job, (signal) => cover(id, tell, signal)),
    run: (job, id, choice, tell) => jobs.run(job, (signal) => run(id, choice, tell, signal)),
  };
}

/**
 * Whether the row already holds what is to be kept of the project. Of the folder only its presence is compared, since
 * two handles cannot be compared here.
 */
function isSame({ name, networkId, folder }: NewTestProject, row: TestProjectRow): boolean {
  return name === row.name && networkId === row.networkId && (folder === undefined) === (row.folder === undefined);
}

/** Returns what is kept of a file where neither its time nor its size is another; else reads it, without the tree of an artefact, which is most of it and which the build info has. */
async function readFile(
  projectId: TestProjectId,
  { path, file }: TestFile,
  kept: TestFileRow | undefined,
): Promise<TestFileRow> {
  const { lastModified: changedAt, size } = file;
  if (kept !== undefined && kept.changedAt === changedAt && kept.size === size) return kept;
  return { projectId, path, changedAt, size, bytes: withoutTree(await file.arrayBuffer()) };
}

/** Returns the ids of suites that were not there or had other code; all where only other contracts changed. */
function changedSuites({ suites, artefacts }: TestProject, before: TestProject | undefined): string[] {
  const all = suites.map(({ id }) => id);
  if (before === undefined) return all;
  const known = new Map(before.artefacts.map((artefact) => [artefact.id, artefact]));
  const others = artefacts.filter((artefact) => !isSameCode(artefact, known.get(artefact.id)));
  const ids = new Set(others.map(({ id }) => id));
  const changed = all.filter((id) => ids.has(id));
  return changed.length === 0 && others.length > 0 ? all : changed;
}

/** Compares creation code without what compilers append of the sources' digest, its own and that of others. */
function isSameCode({ creation }: Artefact, before: Artefact | undefined): boolean {
  if (before === undefined) return false;
  return creation.hex === before.creation.hex || withoutAuxdata(creation.hex) === withoutAuxdata(before.creation.hex);
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
