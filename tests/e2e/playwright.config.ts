import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const cache = resolve(import.meta.dirname, '../../.cache/e2e');

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
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
    // It stores the whole app in every test's fresh profile, a third of all work. Specs that concern it,
    // and those that take a reader's whole path, allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
});
