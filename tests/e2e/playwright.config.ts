import { basename, join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { LONG_SUITES, specFiles } from '../../tools/test/long-suites';

const cache = resolve(import.meta.dirname, '../../.cache/e2e');
const long = specFiles(LONG_SUITES).map((file) => `**/${basename(file)}`);

export default defineConfig({
  testDir: import.meta.dirname,
  projects: [
    { name: 'ordinary', testMatch: '**/*.spec.ts', testIgnore: long },
    { name: 'long', testMatch: long },
  ],
  outputDir: join(cache, 'results'),
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Long enough for a busy machine: a limit here only ends what hangs.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // Compilers that were fetched are megabytes of generated code, and older ones no valid modules.
  build: { external: ['**/.cache/solc/*'] },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // It stores the whole app in a profile, a third of all work. Specs that concern it, and those that take a
    // reader's whole path, allow it, and have a fresh profile each.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
