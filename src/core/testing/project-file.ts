/** A file of a project as it is handed in; nothing in this room opens one. */
export type ProjectFile = {
  /** Path from the project's root, with `/` between its parts: `out/Token.t.sol/TokenTest.json`. */
  path: string;
  read(): Promise<Uint8Array>;
  /** Stands for the content: what was read of it is kept as long as this lives, and not read again. */
  kept?: object;
};

/** Files of a project that are read to find its tests; a watched folder hands in no others. */
export const CONFIGURATION = 'foundry.toml';
const BUILD_OUTPUT = /(^|\/)(out|artifacts|build-info)\/.*\.json$/;

/** Returns whether a file of a project says something of its tests. */
export function isProjectFile(path: string): boolean {
  return path === CONFIGURATION || (BUILD_OUTPUT.test(path) && !path.includes('/cache/'));
}
