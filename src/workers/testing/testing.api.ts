/**
 * The contract of tests of contracts: projects whose build output the reader opened are kept in this browser, and their
 * tests run in a worker of their own. How each came out last is in the table `testProjects`: pages follow that.
 */
import type { NetworkId } from '../../core/chain/primitives';
import type { RuntimeConfig } from '../../core/config/runtime-config';
import type { CoverageReport } from '../../core/testing/covered/report';
import type { Suite } from '../../core/testing/suite';
import type { TestProjectId } from '../../core/testing/test-hash';
import type { TestChoice } from '../../core/testing/tests-chosen';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { FolderHandle, KeptTestResult } from '../../db/rows/test-project-row';
import type { JobId } from '../ids';

/** A file of the project's folder; what is not of a build is passed over. */
export type TestFile = {
  /** Path from the project's root, with `/` between its parts. */
  path: string;
  file: Pick<File, 'size' | 'lastModified' | 'arrayBuffer'>;
};

export type NewTestProject = {
  id: TestProjectId;
  name: string;
  /** The virtual network under which its calls are opened. */
  networkId: NetworkId;
  /** The folder, where it can be read again. */
  folder?: FolderHandle;
};

export type OpenedTestProject = NewTestProject & {
  suites: readonly Suite[];
  /** Parts that were left out and why, one sentence each. */
  warnings: readonly string[];
  /** Ids of the suites whose code is another than before; all of them when it is opened for the first time. */
  changed: readonly string[];
};

export type TestProgress =
  /** A suite begins; others may run beside it. */
  { type: 'suite'; suite: string } | { type: 'tests'; results: readonly KeptTestResult[] };

export interface TestingApi {
  /** Gives it the networks of the deployment, whose endpoints tests may ask. */
  configure(config: RuntimeConfig): Promise<void>;
  cancel(job: JobId): Promise<void>;
  /** Keeps the project in the place of one with its id, and reads its tests. `files` are all that its folder has. */
  openProject(
    job: JobId,
    project: NewTestProject,
    files: readonly TestFile[],
  ): Promise<Result<OpenedTestProject, Failure>>;
  /** Reads a project that is kept. */
  readProject(job: JobId, id: TestProjectId): Promise<Result<OpenedTestProject, Failure>>;
  /** Runs the tests of the choice, tells of each, and keeps how they came out. What ran before a cancel is kept, too. */
  run(
    job: JobId,
    id: TestProjectId,
    choice: TestChoice,
    tell: (progress: TestProgress) => void,
  ): Promise<Result<undefined, Failure>>;
  /** Runs all tests as `run` does, and returns what of the sources ran. Fails with `unsupported` where the build has no source maps. */
  cover(
    job: JobId,
    id: TestProjectId,
    tell: (progress: TestProgress) => void,
  ): Promise<Result<CoverageReport, Failure>>;
}
