/**
 * Which files of the build the service worker keeps in the background: all that
 * neither the home page nor a transaction needs, tabs included. What those two
 * need is found by the imports of the build, static and dynamic.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Manifest } from './budget';

/** The chunks of the two pages, by the names that vite.config.ts gives them. */
const PAGES = /^assets\/(home|transaction-page)-/;
/** The worker that both ask. */
const WORKER = /^assets\/engine\.worker-.*\.js$/;
const IMPORTED = /(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g;

/** What one of the two pages can do that is seldom done at once, or cannot be done offline. Each matches a file of the build. */
const SELDOM: readonly RegExp[] = [
  /\/evmole/, // functions recovered from bytecode
  /\/code-extensions-/, // the editor that shows sources
  /\/(inter|jetbrains-mono)-latin-/, // letters of names that few have
  /\/DebuggerTab-/,
  /\/FundFlow-/,
  /\/diff-/,
  /\/trace-(safety|simulate)-/,
  /\/virtual-/, // chains that live in the browser
  /\/look-up-ens-/,
  /\/(bls12|bls12-381|bn254|kzg)-/, // precompiles that few transactions call
  /\/(otterscan-trace|parity-trace|call-tracer|fetch-trace-file)-/, // traces that others send
  /\/(verification-engine|verify-contract|publish-contract|edit-source|load-imports|compare-elsewhere)-/,
  /\/(hosted-(api|payload|providers)|host-questions|search-host|ask-permissions)-/,
  /\/(probe-endpoint|rate-limit-of-endpoint|read-finality|contract-calls|ask-tokens|wait-for-transaction)-/, // ask an endpoint
  /\/(find-creation|implementation-history)-/, // search a chain
];

/** Returns the paths under `dist` of scripts that are kept in the background. Throws when the build is not as expected. */
export function findLaterFiles(dist: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const assets = readdirSync(join(dist, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => !file.endsWith('.map'));
  const stale = SELDOM.filter((pattern) => !assets.some((file) => pattern.test(`/${file}`)));
  if (stale.length > 0) throw new Error(`The build has no file like ${stale.join(', ')}.`);
  const isSeldom = (file: string) => SELDOM.some((pattern) => pattern.test(`/${file}`));

  const first = new Set<string>();
  const visitChunk = (key: string, all: boolean) => {
    const chunk = manifest[key];
    if (chunk === undefined || first.has(chunk.file) || isSeldom(chunk.file)) return;
    first.add(chunk.file);
    for (const imported of [...(chunk.imports ?? []), ...(all ? (chunk.dynamicImports ?? []) : [])]) {
      visitChunk(imported, all);
    }
  };
  const visitScript = (file: string) => {
    if (first.has(file) || isSeldom(file)) return;
    first.add(file);
    for (const [, target] of readFileSync(join(dist, file), 'utf8').matchAll(IMPORTED)) {
      visitScript(posix.join(posix.dirname(file), target ?? ''));
    }
  };

  const keys = Object.keys(manifest);
  const pages = keys.filter((key) => PAGES.test(manifest[key]?.file ?? ''));
  const workers = assets.filter((file) => WORKER.test(file));
  if (pages.length < 2 || workers.length !== 1) throw new Error('The build has not the pages and the worker to keep.');
  // The entry and its parts name every route, so of theirs the static imports alone.
  for (const key of keys.filter((key) => manifest[key]?.isEntry)) {
    for (const part of [key, ...(manifest[key]?.dynamicImports ?? [])]) visitChunk(part, false);
  }
  for (const key of pages) visitChunk(key, true);
  for (const worker of workers) visitScript(worker);
  return new Set(assets.filter((file) => (file.endsWith('.js') && !first.has(file)) || isSeldom(file)));
}
