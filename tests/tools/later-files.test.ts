import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findLaterFiles } from '../../tools/later-files';

let dist = '';
afterEach(() => rmSync(dist, { recursive: true, force: true }));

/** The files that stand for the patterns of what is seldom used. */
const SELDOM = [
  ...['evmole-1.js', 'code-extensions-1.js', 'inter-latin-1.woff2', 'DebuggerTab-1.js', 'FundFlow-1.js', 'diff-1.js'],
  ...['trace-safety-1.js', 'virtual-host-1.js', 'look-up-ens-1.js', 'kzg-1.js', 'call-tracer-1.js'],
  ...['edit-source-1.js', 'search-host-1.js', 'probe-endpoint-1.js', 'find-creation-1.js'],
].map((name) => `assets/${name}`);

function build(scripts: Record<string, string>, manifest: object): string {
  dist = mkdtempSync(join(tmpdir(), 'loupe-later-'));
  const files = {
    ...Object.fromEntries(SELDOM.map((file) => [file, ''])),
    ...scripts,
    '.vite/manifest.json': JSON.stringify(manifest),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), text);
  }
  return dist;
}

const MANIFEST = {
  entry: { file: 'assets/index-1.js', isEntry: true, dynamicImports: ['app'] },
  // Names every route.
  app: { file: 'assets/app-1.js', dynamicImports: ['home', 'transaction', 'settings'] },
  home: { file: 'assets/home-1.js', imports: ['app'], dynamicImports: ['chart'] },
  transaction: { file: 'assets/transaction-page-1.js', imports: ['kit'], dynamicImports: ['tab', 'debugger'] },
  kit: { file: 'assets/kit-1.js' },
  chart: { file: 'assets/chart-1.js' },
  tab: { file: 'assets/tab-1.js', dynamicImports: ['detail'] },
  detail: { file: 'assets/detail-1.js' },
  debugger: { file: 'assets/DebuggerTab-1.js', imports: ['stepping'] },
  stepping: { file: 'assets/stepping-1.js' },
  settings: { file: 'assets/settings-1.js', imports: ['kit'] },
};

const SCRIPTS = {
  ...Object.fromEntries(Object.values(MANIFEST).map(({ file }) => [file, ''])),
  'assets/engine.worker-1.js':
    'import{a}from"./shared-1.js";const b=()=>import("./trace-1.js");import("./virtual-host-1.js")',
  'assets/shared-1.js': '',
  'assets/trace-1.js': 'import"./shared-1.js";import(`./replay-1.js`)',
  'assets/replay-1.js': '',
  'assets/indexer.worker-1.js': 'import"./lists-1.js"',
  'assets/lists-1.js': '',
};

test('what neither the home page nor a transaction needs is kept later', () => {
  const later = findLaterFiles(build(SCRIPTS, MANIFEST));
  expect([...later].sort()).toEqual(
    [
      ...SELDOM,
      'assets/indexer.worker-1.js',
      'assets/lists-1.js',
      'assets/settings-1.js',
      'assets/stepping-1.js', // only the debugger imports it
    ].sort(),
  );
});

test('a build without one of the pages, or without a file that a pattern names, is refused', () => {
  const { home: _, ...without } = MANIFEST;
  expect(() => findLaterFiles(build(SCRIPTS, without))).toThrow('pages');
  rmSync(join(build(SCRIPTS, MANIFEST), 'assets/evmole-1.js'));
  expect(() => findLaterFiles(dist)).toThrow('evmole');
});
