/**
 * A project with tests, read from the output of its build: the artefacts in Foundry's `out/`, those of Hardhat 3, and
 * standard JSON with its output (`build-info`). Files are handed in as a path and a reader; nothing here opens any.
 */

import { bytesToString } from 'viem';
import type { CompilerRun } from '../source/compiled/compilation';
import { fail, ok, type Result } from '../values/result';
import { type Artefact, readArtefacts } from './artefact';
import { findSuites } from './find-suites';
import { CONFIGURATION, isProjectFile, type ProjectFile } from './project-file';
import { readSettings, type TestSettings } from './settings';
import { withSourceDocumentation } from './source-documentation';
import type { Suite } from './suite';
import { filterSuites, type TestFilters } from './test-filters';
import { withTestLines } from './test-lines';

export type TestProject = {
  artefacts: readonly Artefact[];
  suites: readonly Suite[];
  settings: TestSettings;
  /** Compiler runs whose input and output the build has, for lines, stack traces and coverage. */
  runs: readonly CompilerRun[];
  /** Parts that were left out and why, one sentence each. */
  warnings: readonly string[];
};

export type ReadOptions = {
  /** Profile of `foundry.toml`; `default` when absent. */
  profile?: string;
  /** Variables, whose `FOUNDRY_…` are settings. */
  environment?: Readonly<Record<string, string>>;
  /** Filters of `foundry.toml` that others stand in for, by name. */
  overridden?: readonly (keyof TestFilters)[];
  /** Reads a source of the project, where its folder may be read: for what the build does not say. */
  readSource?: (path: string) => Promise<Uint8Array | undefined>;
};

/** Reads a project; the error is one sentence. Files that are none of a build are passed over. Linear in their size. */
export async function readProject(
  files: readonly ProjectFile[],
  { profile = 'default', environment, overridden = [], readSource = async () => undefined }: ReadOptions = {},
): Promise<Result<TestProject, string>> {
  const warnings: string[] = [];
  const configuration = files.find(({ path }) => path === CONFIGURATION);
  const text = configuration && bytesToString(await configuration.read());
  const settings = readSettings(text, profile, environment);
  if (!settings.ok) return settings;
  const read = await readArtefacts(
    files.filter(({ path }) => isProjectFile(path) && path !== CONFIGURATION),
    warnings,
  );
  if (read.artefacts.length === 0) return fail('There is no output of a build: compile the project first.');
  const kept = Object.entries(settings.value.filters).filter(
    ([name]) => !overridden.includes(name as keyof TestFilters),
  );
  const filters: TestFilters = Object.fromEntries(kept);
  const { dependencies } = settings.value;
  const isOwn = ({ file }: Suite) => !dependencies.some((folder) => file.startsWith(`${folder}/`));
  const suites = findSuites(read.artefacts).filter(isOwn);
  return ok({
    ...read,
    artefacts: await withSourceDocumentation(read.artefacts, suites, readSource),
    suites: filterSuites(withTestLines(suites, read.runs), filters, warnings),
    settings: settings.value,
    warnings,
  });
}
