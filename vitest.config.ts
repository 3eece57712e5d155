import { createReadStream } from 'node:fs';
import { get } from 'node:http';
import process from 'node:process';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { builtWorkers } from './tests/helpers/built-workers.ts';
import { keptModules } from './tests/helpers/kept-modules.ts';
import { chromiumArgs, findChromium } from './tools/chromium.ts';
import { cutFonts } from './tools/cut-fonts.ts';
import { compilersPlugin } from './tools/solc/served.ts';
import { LONG_SUITES, unitFiles } from './tools/test/long-suites.ts';
import { LONG_TESTS, WITHOUT_LONG_TESTS } from './tools/test/long-tests.ts';

const executablePath = findChromium();
/** A safety net that ends tests that hang, ms. The slowest test takes 15 s on two free cores. */
const PATIENCE = 180_000;

const inNode = {
  // All processors: by default Vitest leaves one to itself, half of a small machine.
  maxWorkers: '100%',
  environment: 'node',
  // Files share modules: loading them is half of the time. A file that needs fresh ones resets them (`vi.resetModules`).
  isolate: false,
  setupFiles: ['tests/helpers/leave-nothing.ts'],
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: PATIENCE / 3 } },
} as const;

const LONG_SUITE_FILES = unitFiles(LONG_SUITES);
/** Once a page has written, Chromium remembers for half a minute how much room there was: a test that takes the room away waits so long. */
const BEFORE_WRITES = 'tests/db/storage/storage.browser.test.ts';
const FIRST = [BEFORE_WRITES, ...LONG_SUITE_FILES, ...LONG_TESTS];

/** The longest begin first, in the order of their list: one that begins last keeps one processor waiting for the other. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = FIRST.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? FIRST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Serves the build output of the demo contracts as `npm start` does; it is there once the demo chain was asked for. */
function demoBuildOutput(): Plugin {
  return {
    name: 'demo-build-output',
    configureServer({ middlewares }) {
      middlewares.use('/build-output.json', (_, response) => {
        response.setHeader('content-type', 'application/json');
        createReadStream('.cache/devnet/build-output.json').pipe(response);
      });
    },
  };
}

/** Answers `/json-server/PORT` as the server at the port of this machine does: files that an app takes from its own origin only. */
function jsonServers(): Plugin {
  return {
    name: 'json-servers',
    configureServer({ middlewares }) {
      middlewares.use('/json-server', ({ url = '' }, response) => {
        get(`http://127.0.0.1:${url.slice(1)}`, (answer) => answer.pipe(response)).on('error', () =>
          response.destroy(),
        );
      });
    },
  };
}

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        cacheDir: '.cache/vitest/unit',
        test: {
          ...inNode,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [
            '**/*.browser.test.ts',
            ...LONG_SUITE_FILES,
            ...(WITHOUT_LONG_TESTS in process.env ? LONG_TESTS : []),
          ],
          globalSetup: ['tests/helpers/shared-demo-chain.ts'],
        },
      },
      {
        cacheDir: '.cache/vitest/long',
        test: {
          ...inNode,
          name: 'long',
          include: LONG_SUITE_FILES,
          globalSetup: ['tests/helpers/shared-demo-chain.ts'],
        },
      },
      {
        cacheDir: '.cache/vitest/browser',
        plugins: [
          react(),
          tailwindcss(),
          cutFonts('src/app/styles/fonts.css'),
          compilersPlugin(),
          builtWorkers(),
          keptModules(),
          demoBuildOutput(),
          jsonServers(),
        ],
        // The module of the service worker exists in builds only; what cannot be resolved would end the search for packages.
        optimizeDeps: {
          exclude: ['evmole', 'virtual:pwa-register'],
          // All of the app: a package that is found while a test runs makes the server load the page again.
          entries: [
            'src/app/main.tsx',
            'src/workers/**/*.worker.ts',
            'tests/{app,workers,db}/**/*.browser.test.{ts,tsx}',
          ],
        },
        worker: { format: 'es' },
        // A click on the overlay of a failed import opens an editor, which nobody closes.
        server: { hmr: { overlay: false } },
        test: {
          name: 'browser',
          // All files share one page: a second one would load the app once more, and unit tests run while this one waits.
          maxWorkers: 1,
          // After the others: only groups may differ in their number of workers. The last setup cleans up first.
          sequence: { groupOrder: 1, setupFiles: 'list' },
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
          expect: { poll: { timeout: PATIENCE / 3 } },
          include: ['tests/{app,workers,db}/**/*.browser.test.{ts,tsx}'],
          // Files share a page: to load the app in one for each cost a fifth of all.
          isolate: false,
          setupFiles: ['tests/helpers/no-tasks.ts', 'tests/helpers/leave-nothing.ts', 'tests/helpers/shared-page.ts'],
          globalSetup: ['tests/helpers/node-service.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: chromiumArgs() },
              // What moves while a page waits is drawn sixty times a second, a tenth of all work.
              contextOptions: { reducedMotion: 'reduce' },
            }),
          },
        },
      },
    ],
  },
});
