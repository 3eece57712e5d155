/** Folders whose sources are somebody else's wherever they lie: packages. */
const PACKAGES = /(^|\/)node_modules\/|^(dependencies|npm)\//;

/** Returns whether the source belongs to a dependency of the project, whose folders of dependencies are named from its root. */
export function isLibraryFile(path: string, dependencies: readonly string[]): boolean {
  return PACKAGES.test(path) || dependencies.some((folder) => path.startsWith(`${folder}/`));
}
