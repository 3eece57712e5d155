/**
 * Where the text of a missing import may be had by its name alone: a file of
 * an npm package, or a file of IPFS that metadata names. Names come from
 * sources and JSON files, so only harmless ones are taken.
 */

import type { MissingImport } from './import-graph';

/** A file of a package; the version is the one in the name, `@openzeppelin/contracts@5.4.0/…`, undefined without one. */
export type PackageFile = { name: string; version: string | undefined; path: string };

/** `@scope/name` or `name`, perhaps with `@version`, and a path of ordinary characters (npm docs, package.json "name"). */
const NAME =
  /^(?:npm\/|node_modules\/)?((?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100})(?:@([\w.^~+-]{1,60}))?\/([\w\-.$+@ /]{1,400})$/;
/** Folders of a project, which a name without a package begins with. */
const FOLDERS = new Set(['src', 'contracts', 'lib', 'libs', 'libraries', 'interfaces', 'test', 'script', 'scripts']);
/** Host of packages' files unless the deployment names another one. */
export const DEFAULT_PACKAGES = 'https://cdn.jsdelivr.net/npm';
/** What npm takes for a version: a number, a range, or a tag. */
const VERSION = /^[\w.^~+-]{1,60}$/;

/** Returns the package and the path that a source's name states; undefined where it states none. */
export function packageFileOf(name: string): PackageFile | undefined {
  const [, packageName, version, path] = NAME.exec(name) ?? [];
  if (packageName === undefined || path === undefined || FOLDERS.has(packageName)) return undefined;
  const isSound = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isSound ? { name: packageName, version, path } : undefined;
}

/** Returns the file of a package that a missing import is. What a file imports from its own folders is of its package, or of none. */
export function missingPackageFile({ name, specifier, from }: MissingImport): PackageFile | undefined {
  const isRelative = /^\.\.?\//.test(specifier);
  if (isRelative && packageFileOf(from) === undefined) return undefined;
  return packageFileOf(name) ?? packageFileOf(specifier);
}

export function isPackageVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Returns the content id among the URLs of a source in metadata, `dweb:/ipfs/Qm…`; undefined without one. */
export function contentIdOf(urls: unknown): string | undefined {
  if (!Array.isArray(urls)) return undefined;
  for (const url of urls) {
    const [, id] = typeof url === 'string' ? (/^(?:dweb:\/)?\/?ipfs\/([A-Za-z0-9]{40,128})$/.exec(url) ?? []) : [];
    if (id !== undefined) return id;
  }
  return undefined;
}
