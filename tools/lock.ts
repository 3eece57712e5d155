/**
 * Checks that package-lock.json agrees with package.json and installs the same
 * packages on every machine; `npm run check` runs it.
 *
 * Programs such as esbuild, Biome and Anvil come as one optional package per
 * platform, and npm installs only those that the lock file names. A registry
 * mirror may lack the packages of other platforms, and npm then leaves them out
 * without a word. `npm run lock` writes the lock file and adds them (`--complete`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

type Versions = Record<string, string>;

export type LockedPackage = {
  version?: string;
  resolved?: string;
  integrity?: string;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

export type Lock = { packages: Record<string, LockedPackage> };
export type PackageJson = { dependencies?: Versions; devDependencies?: Versions };

const UPDATE = 'Run `npm run lock` and commit package-lock.json.';

/** Returns a sentence for each problem of the lock file; empty when all machines install the same from it. */
export function lockProblems({ packages }: Lock, { dependencies, devDependencies }: PackageJson): string[] {
  const problems: string[] = [];
  const root = packages[''] ?? {};
  const wanted = { ...dependencies, ...devDependencies };
  const locked = { ...root.dependencies, ...root.devDependencies };
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
    if (wanted[name] === locked[name]) continue;
    problems.push(
      `package.json has ${name} ${wanted[name] ?? 'not at all'}, package-lock.json has ${locked[name] ?? 'it not'}. ${UPDATE}`,
    );
  }
  for (const [path, { resolved, version, integrity, optional }] of Object.entries(packages)) {
    if (path === '') continue;
    if (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) {
      problems.push(`${path} is locked to an address that is not registry.npmjs.org. ${UPDATE}`);
    }
    if (version === undefined || (integrity === undefined && optional !== true)) {
      problems.push(`${path} is locked without a version or a checksum. ${UPDATE}`);
    }
  }
  for (const { name } of missingPlatforms({ packages })) {
    problems.push(`${name} is missing, so its platform would be without a program. ${UPDATE}`);
  }
  return problems;
}

/** Returns the optional packages that a locked package names and the lock file leaves out. */
export function missingPlatforms({ packages }: Lock): { name: string; version: string; dev: boolean }[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(path).some((folder) => packages[`${folder}node_modules/${name}`]))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/** The folders in which Node looks for what the package at `path` imports, nearest first, '' being the project's. */
function foldersAbove(path: string): string[] {
  if (path === '') return [''];
  const at = path.lastIndexOf('node_modules/');
  return [`${path}/`, ...foldersAbove(path.slice(0, Math.max(0, at - 1)))];
}

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS: Versions = { amd64: 'x64', x86_64: 'x64', aarch64: 'arm64', wasm32: 'wasm32' };

/** Returns the platform that a package's name ends in, as npm's fields: `…-linux-x64-musl`, `…-darwin-amd64`, `…-wasm32-wasi`. */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  const at = words.findIndex((word) => SYSTEMS.includes(word));
  const [os, processor] = words.slice(at);
  if (at < 0 || os === undefined || processor === undefined) {
    throw new Error(`${name} does not end in a platform.`);
  }
  const library = words.at(-1);
  const libc = library?.startsWith('musl')
    ? 'musl'
    : library?.startsWith('gnu') && os === 'linux'
      ? 'glibc'
      : undefined;
  return { os: [os], cpu: [PROCESSORS[processor] ?? processor], ...(libc !== undefined && { libc: [libc] }) };
}

/**
 * Returns the lock file with an entry for every platform, in npm's order. The
 * entries that are added have a version and no checksum, because the registry
 * that was asked does not serve these packages.
 */
export function completed(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of missingPlatforms(lock)) {
    const { os, cpu, libc } = platformOf(name);
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu }),
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
  }
  const byPath = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(byPath) };
}

if (process.argv[1] === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..');
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  if (process.argv.includes('--complete')) {
    writeFileSync(
      join(root, 'package-lock.json'),
      `${JSON.stringify(completed(read('package-lock.json')), null, 2)}\n`,
    );
  }
  const problems = lockProblems(read('package-lock.json'), read('package.json'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
