/** Which files of a project say how its sources are compiled. */

/** Returns whether the file at `path` is read beside sources: remappings, `foundry.toml` and what it may extend, and Hardhat's config. */
export function isProjectFile(path: string): boolean {
  return /(^|\/)(remappings\.txt|[^/]+\.toml|hardhat\.config\.[cm]?[jt]s)$/i.test(path);
}
