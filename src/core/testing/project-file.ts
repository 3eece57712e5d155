import type { ProjectPaths } from './configuration';

/** A file of a project as it is handed in; nothing in this room opens one. */
export type ProjectFile = {
  /** Path from the project's root, with `/` between its parts: `out/Token.t.sol/TokenTest.json`. */
  path: string;
  read(): Promise<Uint8Array>;
  /** Milliseconds since 1970 at which it was written last, where that is known. */
  changedAt?: number;
  /** Stands for the content: what was read of it is kept as long as this lives, and not read again. */
  kept?: object;
};

/** The file that says how tests run. */
export const CONFIGURATION = 'foundry.toml';
/** Folders with output of a build, wherever they stand: those of Foundry, unless it is configured otherwise, and of Hardhat. */
const BUILD_OUTPUT = /(^|\/)(artifacts|build-info)\//;

/** Returns whether a file of a project says something of its tests; a watched folder hands in no others. */
export function isProjectFile(path: string, { out, cache, base }: ProjectPaths): boolean {
  if (path === CONFIGURATION || path === base || path === cache) return true;
  const isOutput = BUILD_OUTPUT.test(path) || `/${path}`.includes(`/${out}/`);
  return isOutput && path.endsWith('.json') && !path.includes('/cache/');
}
