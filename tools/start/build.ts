/** The production build, made again only when what it is made from has changed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { StartFailure } from '../../devnet/start-failure';
import { fingerprint } from '../fingerprint';

const root = resolve(import.meta.dirname, '../..');
export const distFolder = join(root, 'dist');
const stampPath = join(root, '.cache/start/build.json');

/** What the build is made from; of the tools, those that vite.config.ts imports. */
export const BUILT_FROM: readonly string[] = [
  ...['src', 'public', 'index.html', 'vite.config.ts', 'package.json'],
  ...[
    'cut-fonts',
    'first-files',
    'imports-at-once',
    'kit-page',
    'later-files',
    'own-copy',
    'security-headers',
    'security-policy',
    'shared-chunks',
  ].map((tool) => `tools/${tool}.ts`),
];

/** Makes sure `dist` is the build of the present sources. Throws a `StartFailure` when they do not build. */
export async function buildIfChanged(onProgress: (text: string) => void): Promise<void> {
  const inputs = await fingerprint(BUILT_FROM);
  if ((await readFile(stampPath, 'utf8').catch(() => '')) === stamp(inputs, await fingerprint(['dist']))) return;
  onProgress('building the app');
  await runVite();
  await dropMissingTraces(distFolder);
  await mkdir(dirname(stampPath), { recursive: true });
  await writeFile(stampPath, stamp(inputs, await fingerprint(['dist'])));
}

/** Trace files come with `npm run build` alone: without them the build in `folder` does not offer them, wherever it is served. */
export async function dropMissingTraces(folder: string): Promise<void> {
  const path = join(folder, 'config.json');
  const config = JSON.parse(await readFile(path, 'utf8')) as { traces?: readonly { file: string }[] };
  const traces = config.traces?.filter(({ file }) => existsSync(join(folder, file)));
  await writeFile(path, JSON.stringify({ ...config, ...(traces && { traces }) }, null, 2));
}

/** Names both what was built from and what came out, so a `dist` somebody else wrote is noticed. */
function stamp(inputs: string, output: string): string {
  return JSON.stringify({ inputs, output });
}

function runVite(): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    // Whoever asks for it, a test for one: React has another build for anything but production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stopWithParent = () => child.kill();
  process.once('exit', stopWithParent);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-4000);
    });
  }
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.removeListener('exit', stopWithParent);
      if (code === 0) done();
      else reject(new StartFailure(`The app does not build: ${output.trim() || `Vite ended with ${code}`}`));
    });
  });
}

if (process.argv[1] === import.meta.filename) await buildIfChanged(() => {});
