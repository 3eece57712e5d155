/**
 * The build output of the project that the command runs in: Foundry's `out/`, Hardhat's `artifacts/` and Ignition's
 * `ignition/deployments/`, looked for from the working directory upwards; and the names of what Ignition and `forge script`
 * deployed.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { StartFailure } from '../../devnet/start-failure';
import { filesBelow } from '../files-below';
import { readBytes } from '../read-file';

/** Folders in which projects keep build output, below their root. */
const PLACES = ['out', 'artifacts', 'ignition/deployments', 'broadcast'];
/** Files that name deployed contracts. */
const DEPLOYED = /[/\\](deployed_addresses|run-latest)\.json$/;
/** Folders of others, and earlier runs of a script, whose contracts may be gone. */
const LEFT_OUT = /(^|[/\\])((node_modules|cache|\.git)[/\\]|run-\d+\.json$)/;
/** Files that make a folder the root of a project. */
const ROOTS = ['foundry.toml', 'hardhat.config.ts', 'hardhat.config.js', 'hardhat.config.cjs', 'hardhat.config.mjs'];
/** Files that are read, and bytes of one: a project has some thousand. */
const MAX_FILES = 5_000;
const MAX_BYTES = 256 << 20;

export type BuildFile = {
  path: string;
  /** Reads it; the error is a sentence that goes behind the path. */
  read(): ReturnType<typeof readBytes>;
};

/**
 * Returns the JSON files of build output, those with a whole compiler run first. `given` is a folder or a file that was
 * named, which must be there (else a `StartFailure`); without it a project is looked for, and may be none.
 */
export function findBuildOutput(folder: string, given: string | undefined): BuildFile[] {
  if (given !== undefined) {
    const path = resolve(folder, given);
    if (!existsSync(path)) throw new StartFailure(`--sources: there is nothing at ${given}.`);
    return statSync(path).isFile() ? [fileAt(path)] : outputBelow(path);
  }
  const root = projectRoot(folder);
  return root === undefined ? [] : PLACES.flatMap((place) => outputBelow(join(root, place)));
}

/** Returns the folder of the project that a folder is in; undefined where it is in none. */
export function projectRoot(folder: string): string | undefined {
  if (ROOTS.some((name) => existsSync(join(folder, name)))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : projectRoot(above);
}

function outputBelow(folder: string): BuildFile[] {
  const { files, refused } = filesBelow(folder);
  const paths = files
    .filter(({ path, size }) => path.endsWith('.json') && !LEFT_OUT.test(relative(folder, path)) && size <= MAX_BYTES)
    .map(({ path }) => path);
  // Artefacts of contracts add nothing to the run that they came from, and are a thousand times as many.
  const runs = paths.filter((path) => /[/\\]build-info[/\\]/.test(path));
  const deployed = paths.filter((path) => DEPLOYED.test(path));
  return [...new Set([...(runs.length > 0 ? runs : paths).slice(0, MAX_FILES), ...deployed, ...refused])].map(fileAt);
}

function fileAt(path: string): BuildFile {
  return { path, read: () => readBytes(path) };
}
