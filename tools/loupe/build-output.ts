/**
 * The build output of the project that the command runs in: Foundry's `out/`, Hardhat's `artifacts/` and Ignition's
 * `ignition/deployments/`, looked for from the working directory upwards; and the names of what Ignition and `forge script`
 * deployed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartFailure } from '../../devnet/start-failure';

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

export type BuildFile = { path: string; read(): Uint8Array };

/**
 * Returns the JSON files of build output, those with a whole compiler run first. `given` is a folder or a file that was
 * named, which must be there (else a `StartFailure`); without it a project is looked for, and may be none.
 */
export function findBuildOutput(folder: string, given: string | undefined): BuildFile[] {
  if (given !== undefined) {
    const path = resolve(folder, given);
    if (!existsSync(path)) throw new StartFailure(`--sources: there is nothing at ${given}.`);
    return statSync(path).isFile() ? [fileAt(path)] : filesBelow(path);
  }
  const root = projectRoot(folder);
  return root === undefined ? [] : PLACES.flatMap((place) => filesBelow(join(root, place)));
}

/** Returns the folder of the project that a folder is in; undefined where it is in none. */
export function projectRoot(folder: string): string | undefined {
  if (ROOTS.some((name) => existsSync(join(folder, name)))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : projectRoot(above);
}

function filesBelow(folder: string): BuildFile[] {
  const paths = jsonFiles(folder);
  // Artefacts of contracts add nothing to the run that they came from, and are a thousand times as many.
  const runs = paths.filter((path) => /[/\\]build-info[/\\]/.test(path));
  const deployed = paths.filter((path) => DEPLOYED.test(path));
  return [...new Set([...(runs.length > 0 ? runs : paths).slice(0, MAX_FILES), ...deployed])].map(fileAt);
}

function jsonFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json') && !LEFT_OUT.test(path))
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).size <= MAX_BYTES);
  } catch {
    return []; // no such folder, or somebody else's
  }
}

function fileAt(path: string): BuildFile {
  return { path, read: () => readFileSync(path) };
}
