/** Projects with tests as the database has them. */
import type { RuntimeConfig } from '../../core/config/runtime-config';
import { readDotenv } from '../../core/testing/dotenv';
import type { TestHost } from '../../core/testing/host';
import { readProject, type TestProject } from '../../core/testing/project';
import type { ProjectFile } from '../../core/testing/project-file';
import type { TestProjectId } from '../../core/testing/test-hash';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { readEndpoints } from '../../db/networks/endpoints';
import { readTestFiles, readTestProject } from '../../db/reader/test-projects';
import type { TestFileRow } from '../../db/rows/test-file-row';
import type { TestProjectRow } from '../../db/rows/test-project-row';
import { askEndpoint } from '../../net/ask-endpoint';
import { readingOf } from './opened-folder';

/** A folder of the project and reading in it, variables, and endpoints that tests may ask. */
export type Surroundings = Pick<TestHost, 'root' | 'readFile' | 'readFolder' | 'ask' | 'endpoints' | 'environment'>;
type Given = Pick<TestProjectRow, 'environment' | 'folder'>;
export type KeptProject = { row: TestProjectRow; files: readonly TestFileRow[]; project: TestProject };

/** Reads kept projects, and holds the one that was used last: a reader runs and opens one test after the other. */
export class KeptProjects {
  #last: KeptProject | undefined;
  /** Networks of the deployment: tests may ask their endpoints as those that the reader added. */
  networks: RuntimeConfig['networks'] = [];

  /** `folder` is what tests may read beside the build; without it, that is the folder that the browser opened, where it did. `profile` is one of `foundry.toml`, where the variables of the project name none. */
  constructor(
    readonly folder: Omit<Surroundings, 'ask' | 'endpoints' | 'environment'> = {},
    readonly profile = 'default',
  ) {}

  /** Reads a project with its newest row; fails with `notFound` where it is not kept, and where its files are no build. */
  async read(id: TestProjectId): Promise<Result<KeptProject, Failure>> {
    const row = await readTestProject(id);
    if (row === undefined)
      return fail(failure('notFound', 'This project is not kept in this browser. Open its folder again.'));
    const last = this.#last;
    const isLast = last?.row.id === id && last.row.openedAt === row.openedAt;
    if (isLast && last.row.environment === row.environment) return ok({ ...last, row });
    const files = isLast ? last.files : await readTestFiles(id);
    const project = await readBuild(files, this, row);
    if (!project.ok) return project;
    const kept = { row, files, project: project.value };
    this.hold(kept);
    return ok(kept);
  }

  /** Returns what tests may ask for: the folder, the project's variables, and endpoints that the reader has and did not switch off. */
  async surroundings({ environment = '', folder }: Given): Promise<Surroundings> {
    const kept = await readEndpoints();
    const isOff = (url: string) => kept.some((endpoint) => endpoint.url === url && !endpoint.enabled);
    return {
      ...(await this.reading(folder)),
      environment: readDotenv(environment),
      endpoints: [...this.networks.flatMap(({ rpcUrls }) => rpcUrls), ...kept.map(({ url }) => url)].filter(
        (url) => !isOff(url),
      ),
      ask: ({ url, method, params }) => askEndpoint(url, method, params),
    };
  }

  /** Returns how files beside the build are read. */
  async reading(folder: Given['folder']): Promise<KeptProjects['folder']> {
    return this.folder.readFile ? this.folder : { ...this.folder, ...(await readingOf(folder)) };
  }

  /** Holds a project that was just written, so that it is not read again. */
  hold(kept: KeptProject): void {
    this.#last = kept;
  }
}

/**
 * Reads the tests of a build from its files, with what a profile of `foundry.toml` and variables say of running them; of
 * rows that were read before, nothing again.
 */
export async function readBuild(
  files: readonly TestFileRow[],
  projects: KeptProjects,
  { environment: text = '', folder }: Given,
): Promise<Result<TestProject, Failure>> {
  const environment = readDotenv(text);
  const { readFile: readSource } = await projects.reading(folder);
  const read = await readProject(
    files.map(
      (row): ProjectFile => ({
        path: row.path,
        read: async () => new Uint8Array(row.bytes),
        changedAt: row.changedAt,
        kept: row,
      }),
    ),
    {
      profile: environment.FOUNDRY_PROFILE ?? projects.profile,
      environment,
      ...(readSource && { readSource }),
    },
  );
  return read.ok ? read : fail(failure('unsupported', read.error));
}
