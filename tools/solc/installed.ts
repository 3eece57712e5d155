/**
 * The Solidity compilers that `npm install` brought: the package `solc` and
 * its aliases `solc-X.Y.Z` in package.json. They serve tests, suites and the
 * build list of `npm start`; the app ships none.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

export type InstalledCompiler = {
  /** `0.8.4`. */
  version: string;
  /** Path of its soljson.js. */
  soljson: string;
};

/** An installed compiler; the texts are standard JSON. */
export type NodeCompiler = {
  /** `0.8.4+commit.c7e474f2`. */
  longVersion: string;
  compile(input: string): string;
};

const root = resolve(import.meta.dirname, '../..');
const load = createRequire(import.meta.url);

/** Returns all installed ones, oldest first. */
export function installedCompilers(): InstalledCompiler[] {
  const { devDependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.entries(devDependencies)
    .filter(([name]) => /^solc(-\d|$)/.test(name))
    .map(([packageName, range]) => ({
      version: range.replace(/^npm:solc@/, ''),
      soljson: resolve(root, 'node_modules', packageName, 'soljson.js'),
    }))
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** Runs a compiler in this process, by the path of its soljson.js; several seconds for the first call of a version. */
export function loadCompiler({ soljson }: Pick<InstalledCompiler, 'soljson'>): NodeCompiler {
  // soljson adds listeners that end the process at any error or rejection of anybody's.
  const rejections = process.listeners('unhandledRejection');
  const errors = process.listeners('uncaughtException');
  const wrap = load('solc/wrapper') as (module: unknown) => { version(): string; compile(input: string): string };
  const solc = wrap(load(soljson));
  for (const listener of process.listeners('unhandledRejection'))
    if (!rejections.includes(listener)) process.removeListener('unhandledRejection', listener);
  for (const listener of process.listeners('uncaughtException'))
    if (!errors.includes(listener)) process.removeListener('uncaughtException', listener);
  return { longVersion: solc.version().replace(/\.Emscripten.*$/, ''), compile: (input) => solc.compile(input) };
}

/** Compares two versions: below, equal to or above 0. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (x?.[part] ?? 0) - (y?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
