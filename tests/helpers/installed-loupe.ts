/** The package as somebody installs it: packed, and installed without a network into an empty folder, far from the clone. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { packLoupe } from '../../tools/pack';
import type { Ended } from './loupe';

export type InstalledLoupe = {
  /** The folder in which it is installed, and runs. */
  folder: string;
  tarball: string;
  /** The executable. */
  path: string;
  /** Runs it with arguments. */
  run(given: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>;
  remove(): void;
};

/** Characters of an answer at most. */
const MOST = 256 << 20;

/** Packs and installs it, some ten seconds. Always `remove()` it. */
export async function installLoupe(): Promise<InstalledLoupe> {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-installed-'));
  try {
    const tarball = await packLoupe(join(folder, 'made'));
    const given = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball];
    const installed = await run('npm', given, folder);
    if (installed.code !== 0) throw new Error(`npm install: ${installed.err}`);
    const path = join(folder, 'node_modules/.bin/loupe');
    return {
      ...{ folder, tarball, path },
      run: (args, environment) => run(path, args, folder, environment),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
}

function run(
  command: string,
  given: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, 'cache'), ...environment };
  return new Promise((resolve) => {
    execFile(command, given, { cwd: folder, env, maxBuffer: MOST }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
