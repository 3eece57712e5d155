/**
 * `npm run pack`: the package `loupe` as a tarball that needs nothing but Node: the command line in one file with its
 * parts, the built app and the docs. The clone's package.json is private and has all that development takes; the package's
 * own has no dependencies.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { StartFailure } from '../devnet/start-failure';
import { buildIfChanged, distFolder } from './start/build';

const root = resolve(import.meta.dirname, '..');
/** Bytes that the tarball may have. */
const MOST = 12_000_000;

/** Makes the package in `folder`, which is emptied, and returns the path of the tarball. Throws a `StartFailure` where it comes out too large. */
export async function packLoupe(folder: string, onProgress: (text: string) => void = () => {}): Promise<string> {
  await buildIfChanged(onProgress);
  onProgress('bundling the command line');
  const content = join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  await bundleLoupe(content);
  cpSync(distFolder, join(content, 'app'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  // The pictures of every screen would be half of it.
  const filter = (path: string) => !path.startsWith(join(root, 'docs/screens/'));
  for (const name of ['LICENSE', 'README.md', 'docs'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(content, name), { recursive: true, filter });
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  const packed = spawnSync('npm', ['pack', '--pack-destination', folder, '--json'], { cwd: content, encoding: 'utf8' });
  if (packed.status !== 0) throw new StartFailure(`npm pack: ${packed.stderr.trim()}`);
  const tarball = join(folder, (JSON.parse(packed.stdout) as [{ filename: string }])[0].filename);
  const { size } = statSync(tarball);
  if (size > MOST) throw new StartFailure(`The tarball has ${size} bytes, and may have ${MOST}.`);
  return tarball;
}

function manifest() {
  const { name, version, description, license, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return { name, version, description, license, engines, bin: { loupe: 'loupe.js' } };
}

/** What few commands need: a file of its own for each chunk, which is read when something of it is first used (`loupe/packed.ts`). */
const APART =
  /\.gen\.(ts|json)$|\/node_modules\/(viem\/_esm\/chains|@modelcontextprotocol|zod|ajv|@?hono|evmole|ws)\b|\/tools\/loupe\/(mcp|main|near-fetch|run|commands|command)\b/;
/** Rooms and libraries that some commands run, and `tx` does not: a file each. With them the engine were twice as large. */
const ROOM =
  /\/src\/(?:core|workers)\/(testing|virtual|watch|safety|gas)\/|\/node_modules\/(?:(dexie|fake-indexeddb|fast-uri|smol-toml)|@noble\/(curves))\//;
/**
 * What makes addresses of mnemonics and signs, and asks nodes: virtual networks do. The parts of viem that encode and
 * decode are the engine's.
 */
const VIEM = /\/node_modules\/(viem\/_esm\/(?!errors\/|utils\/)|ox|@scure|@adraffy)\//;

/** Returns the part that a module is in; null where it is apart. */
function partOf(id: string): string | null {
  if (APART.test(id)) return null;
  const [, ...rooms] = ROOM.exec(id) ?? [];
  return rooms.find((room) => room !== undefined) ?? (VIEM.test(id) ? 'viem' : 'engine');
}

/** The random numbers of viem's hashes, taken from `node:crypto` when some are asked for: to load it takes as long as to run a small transaction. */
function laterCrypto(): Plugin {
  return {
    name: 'later-crypto',
    load: (id) =>
      /@noble\/hashes\/esm\/cryptoNode\.js$/.test(id)
        ? 'export const crypto = { getRandomValues: (bytes) => globalThis.crypto.getRandomValues(bytes) };'
        : undefined,
  };
}

const NODE_BUILD = {
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  plugins: [laterCrypto()],
  // Of React, which some texts of the page are made with, the development build is left out.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
} satisfies InlineConfig;
const BUNDLE = { emptyOutDir: false, target: 'node20', minify: true } as const;

/**
 * Bundles the program: `loupe.js` runs the parts. All that is not apart is one of them, because each costs Node a fraction
 * of a millisecond and there were three hundred; its modules still run when they are first imported (`strictExecutionOrder`).
 */
export async function bundleLoupe(folder: string): Promise<void> {
  await build({
    ...NODE_BUILD,
    build: {
      ...BUNDLE,
      ssr: join(root, 'tools/loupe/main.ts'),
      outDir: join(folder, 'parts'),
      rolldownOptions: {
        output: {
          format: 'cjs',
          entryFileNames: 'main.js',
          chunkFileNames: '[name]-[hash].js',
          strictExecutionOrder: true,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: partOf }],
          },
        },
      },
    },
  });
  writeAsFunctions(join(folder, 'parts'));
  await build({
    ...NODE_BUILD,
    build: {
      ...BUNDLE,
      ssr: join(root, 'tools/loupe/packed.ts'),
      outDir: folder,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'loupe.js', banner: '#!/usr/bin/env node' } },
    },
  });
}

/**
 * Writes each part as the function that `loupe/packed.ts` runs: to put a text around it there would copy it. Letters beyond
 * ASCII become escapes: a text with one of them takes V8 twice the memory, and Node longer to read.
 */
function writeAsFunctions(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    if (/String\.raw`(?:\\[\s\S]|[^`\\])*[\u0080-\uffff]|(?<!\\)(\\\\)*\\[\u0080-\uffff]/.test(text))
      throw new Error(`${name} has letters that cannot be escaped`);
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const inAscii = text.replace(/[\u0080-\uffff]/g, escaped);
    writeFileSync(path, `(function(exports,require,module,__filename,__dirname){${inAscii}\n})`);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const tarball = await packLoupe(join(root, '.cache/pack'), (text) => console.log(`  ${text} …`));
    console.log(tarball);
  } catch (thrown) {
    if (!(thrown instanceof StartFailure)) throw thrown;
    console.error(thrown.message);
    process.exitCode = 1;
  }
}
