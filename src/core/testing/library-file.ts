/** Folders whose sources are somebody else's: Foundry's `lib`, and packages. */
const LIBRARIES = /(^|\/)(lib|node_modules|dependencies)\/|^npm\//;

/** Returns whether the source belongs to a dependency of the project. */
export function isLibraryFile(path: string): boolean {
  return LIBRARIES.test(path);
}
