/** The tests of the project in the folder that the reader allowed, run as the page runs them. Its build is read again when it changed. */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { NetworkId } from '../../../src/core/chain/primitives';
import type { CoverageReport } from '../../../src/core/testing/covered/report';
import { type TestName, type TestProjectId, testHash } from '../../../src/core/testing/test-hash';
import { FIRST_TEST_NETWORK } from '../../../src/core/testing/test-network';
import { type Failure, failure } from '../../../src/core/values/failure';
import { fail, ok, type Result } from '../../../src/core/values/result';
import { readTestProject } from '../../../src/db/reader/test-projects';
import type { KeptTestResult } from '../../../src/db/rows/test-project-row';
import { KeptProjects } from '../../../src/workers/testing/kept-project';
import type { OpenedTestProject } from '../../../src/workers/testing/testing.api';
import { createTesting } from '../../../src/workers/testing/testing-engine';
import { listInside, projectFiles, readInside } from '../../project-folder';
import { JOB } from '../open-chain';

/** One project for one server: hashes of its tests name it. */
const ID = '6c6f7570656d6370' as TestProjectId;
/** The network of tests, so that no chain has their addresses. */
export const TEST_NETWORK = FIRST_TEST_NETWORK as NetworkId;

export type ProjectRead = { project: OpenedTestProject; results: readonly KeptTestResult[] };
/** Results of a run; `ended` is false where its time was over first. */
export type TestRun = { results: readonly KeptTestResult[]; ended: boolean };

export class ProjectTests {
  /** Projects for the engine that opens calls of tests. */
  readonly projects: KeptProjects;
  readonly #testing: ReturnType<typeof createTesting>;
  #version = '';
  #coverage: CoverageReport | undefined;

  /** `profile` is one of `foundry.toml`; `onChange` is told when the build is another than before. */
  constructor(
    readonly folder: string,
    profile?: string,
    public onChange: () => void = () => {},
  ) {
    const allowed = {
      root: folder,
      readFile: (path: string) => readInside(folder, path),
      readFolder: (path: string) => listInside(folder, path),
    };
    this.projects = new KeptProjects(allowed, profile);
    this.#testing = createTesting(undefined, this.projects);
  }

  /** Reads the project, and how its tests came out last. */
  async read(): Promise<Result<ProjectRead, Failure>> {
    const found = await projectFiles(this.folder, { profile: this.projects.profile });
    const files = found.map(({ path, read }) => {
      const { mtimeMs, size } = statSync(join(this.folder, path));
      return {
        path,
        file: { size, lastModified: mtimeMs, arrayBuffer: async () => new Uint8Array(await read()).buffer },
      };
    });
    const version = files.map(({ path, file }) => `${path} ${file.size} ${file.lastModified}`).join('\n');
    if (version !== this.#version) {
      this.#version = version;
      this.#coverage = undefined;
      this.onChange();
    }
    const project = await this.#testing.openProject(
      JOB,
      { id: ID, name: basename(this.folder), networkId: TEST_NETWORK },
      files,
    );
    if (!project.ok) return project;
    return ok({ project: project.value, results: (await readTestProject(ID))?.results ?? [] });
  }

  /** Runs these tests, for at most so many seconds. */
  async run(only: readonly TestName[], seconds: number): Promise<Result<TestRun, Failure>> {
    const results: KeptTestResult[] = [];
    const ran = await this.#within(seconds, () =>
      this.#testing.run(JOB, ID, { only }, (progress) => {
        if (progress.type === 'tests') results.push(...progress.results);
      }),
    );
    if (!ran.ok && ran.error.code !== 'cancelled') return ran;
    return ok({ results, ended: ran.ok });
  }

  /** Runs all tests and returns what of the sources ran; until the build changes they run once. */
  async cover(seconds: number): Promise<Result<CoverageReport, Failure>> {
    if (this.#coverage !== undefined) return ok(this.#coverage);
    const report = await this.#within(seconds, () => this.#testing.cover(JOB, ID, () => {}));
    if (report.ok) this.#coverage = report.value;
    else if (report.error.code === 'cancelled')
      return fail(failure('timeout', `The tests did not end within ${seconds} seconds; seconds gives them more.`));
    return report;
  }

  /** Ends what runs. */
  cancel(): void {
    void this.#testing.cancel(JOB);
  }

  /** The hash by which other tools open the call of a test that decided. */
  hashOf(test: TestName) {
    return testHash(ID, test, 0);
  }

  async #within<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.cancel(), seconds * 1_000);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }
}
