/**
 * The installed compilers as a host of official builds offers them: a
 * `list.json` and the files it names, under `/solc/`. For `npm start`, the
 * development server and tests; the build of the app has none of it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type InstalledCompiler, installedCompilers, loadCompiler } from './installed';

/** Path of the list. */
export const compilerListUrl = '/solc/list.json';

/** Returns the file of each path under `/solc/`, and the text of the list. */
export function servedCompilers(): { list: string; files: Readonly<Record<string, string>> } {
  const files: Record<string, string> = {};
  const builds = installedCompilers().map((compiler) => {
    const { version, soljson } = compiler;
    const longVersion = longVersionOf(compiler);
    const bytes = readFileSync(soljson);
    const path = `soljson-v${longVersion}.js`;
    files[`/solc/${path}`] = soljson;
    return { path, version, longVersion, sha256: `0x${createHash('sha256').update(bytes).digest('hex')}` };
  });
  return { list: JSON.stringify({ builds }), files };
}

/** Answers for the paths above in a server of Vite. */
export function compilersPlugin(): Plugin {
  return {
    name: 'installed-compilers',
    configureServer({ middlewares }) {
      let served: ReturnType<typeof servedCompilers> | undefined;
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/\?.*/, '');
        if (!path.startsWith('/solc/')) return next();
        served ??= servedCompilers();
        const file = served.files[path];
        // The same list with wrong checksums, for tests.
        if (path === '/solc/forged.json') {
          return response.end(served.list.replace(/0x[0-9a-f]{64}/g, `0x${'00'.repeat(32)}`));
        }
        // A host that is down, for tests.
        if (path === '/solc/down.json') {
          response.statusCode = 503;
          return response.end('<html>down</html>');
        }
        if (path !== compilerListUrl && file === undefined) return next();
        response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'application/json');
        response.end(file === undefined ? served.list : readFileSync(file));
      });
    },
  };
}

/** Commits of releases: asking a compiler for its own takes a second each. */
const COMMITS: Readonly<Record<string, string>> = {
  '0.4.24': 'e67f0147',
  '0.4.26': '4563c3fc',
  '0.5.16': '9c3226ce',
  '0.5.17': 'd19bba13',
  '0.6.3': '8dda9521',
  '0.6.6': '6c089d02',
  '0.6.12': '27d51765',
  '0.7.6': '7338295f',
  '0.8.4': 'c7e474f2',
  '0.8.37': 'f401782d',
};

function longVersionOf(compiler: InstalledCompiler): string {
  const commit = COMMITS[compiler.version];
  return commit === undefined ? loadCompiler(compiler).longVersion : `${compiler.version}+commit.${commit}`;
}
