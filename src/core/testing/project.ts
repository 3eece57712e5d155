/**
 * A project with tests, read from the output of its build: the artefacts in Foundry's `out/`, those of Hardhat 3, and
 * standard JSON with its output (`build-info`). Files are handed in as a path and a reader; nothing here opens any.
 */

import { bytesToString } from 'viem';
import type { CompilerRun } from '../source/compiled/compilation';
import { fail, ok, type Result } from '../values/result';
import { type Artefact, readArtefacts } from './artefact';
import { pathsOf } from './configuration';
import { withoutOldArtefacts } from './current-artefacts';
import { findSuites } from './find-suites';
import { CONFIGURATION, type ProjectFile } from './project-file';
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
  /** Paths of the files that they are in. */
  runFiles: ReadonlySet<string>;
  /** What was left out and why, one sentence each. */
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
  const chosen = { profile, ...(environment && { environment }) };
  const found = (path: string) => files.find((file) => file.path === path);
  const given = (path: string) => found(path)?.read();
  const text = textOf(await given(CONFIGURATION));
  const { base, out, cache } = pathsOf(text, chosen);
  const baseText = base === undefined ? undefined : textOf((await given(base)) ?? (await readSource(base)));
  if (base !== undefined && baseText === undefined)
    warnings.push(`foundry.toml extends ${base}, which this folder does not have: what it says is left out.`);
  const settings = readSettings(text, chosen, baseText);
  if (!settings.ok) return settings;
  const output = files.filter(({ path }) => path.endsWith('.json') && path !== cache);
  const list = found(cache);
  const listed = list && textOf(await list.read());
  const read = await readArtefacts(
    list && listed ? withoutOldArtefacts(output, { out, cache: list, text: listed }) : output,
    warnings,
  );
  if (read.artefacts.length === 0)
    return fail(['There is no output of a build: compile the project first.', ...warnings.slice(0, 3)].join(' '));
  const kept = Object.entries(settings.value.filters).filter(
    ([name]) => !overridden.includes(name as keyof TestFilters),
  );
  const filters: TestFilters = Object.fromEntries(kept);
  const isFiltered = kept.length + overridden.length > 0;
  const isOwn = ({ file }: Suite) => isTested(file, settings.value, isFiltered);
  const suites = findSuites(read.artefacts).filter(isOwn);
  return ok({
    ...read,
    artefacts: await withSourceDocumentation(read.artefacts, suites, readSource),
    suites: filterSuites(withTestLines(suites, read.runs), filters, warnings),
    settings: settings.value,
    warnings,
  });
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && bytesToString(bytes);
}

/** Tests in folders of dependencies are not the project's, and without a filter forge does not look into that of scripts. */
function isTested(file: string, { dependencies, folders }: TestSettings, isFiltered: boolean): boolean {
  const isIn = (folder: string) => file.startsWith(`${folder}/`);
  if (dependencies.some(isIn)) return false;
  return isFiltered || !isIn(folders.script) || isIn(folders.test) || isIn(folders.src);
}
