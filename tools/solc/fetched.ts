/**
 * Releases of solc that are not installed, from the npm registry that npm is
 * configured for. npm checks a package against the registry's integrity; what
 * it brought is kept under `.cache/solc`, one file a version.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dirname, '../../.cache/solc');
const PATIENCE = 60_000; // ms, for one package of at most ten megabytes

/**
 * Versions that were asked for in vain; the empty text where the registry could not be reached, which ends all asking.
 */
const missed = new Set<string>();

/** Returns the path of the compiler in the package of `version` (`0.8.18`, `0.8.7-fixed`); undefined when it can be had neither from the cache nor from npm. */
export function fetchedCompiler(version: string): string | undefined {
  if (!/^\d+\.\d+\.\d+(-fixed)?$/.test(version)) return undefined;
  // The folder belongs to a package of ES modules, and soljson is none.
  const kept = join(CACHE, `soljson-${version}.cjs`);
  if (existsSync(kept)) return kept;
  if (missed.has(version) || missed.has('')) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { cwd: folder, timeout: PATIENCE, encoding: 'utf8' });
  try {
    const packed = run('npm', ['pack', `solc@${version}`, '--ignore-scripts', '--fetch-retries=1']);
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (packed.status !== 0 || archive === undefined) {
      // A version that was never published is no reason not to ask for another.
      missed.add(/E404|ETARGET/.test(packed.stderr ?? '') ? version : '');
      return undefined;
    }
    if (run('tar', ['-xzf', archive, 'package/soljson.js']).status !== 0) {
      missed.add(version);
      return undefined;
    }
    renameSync(join(folder, 'package/soljson.js'), kept);
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
