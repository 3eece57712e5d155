/// <reference types="vite/client" />
/** Opens and runs projects with tests in the app's own worker, and records tests in one of its own. */
import { type Remote, wrap } from 'comlink';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import type { TestProjectId } from '../../../src/core/testing/test-hash';
import { createWorkers } from '../../../src/workers/client';
import type { JobId } from '../../../src/workers/ids';
import type { TestFile, TestProgress } from '../../../src/workers/testing/testing.api';
import type { ContractTestsWorker } from './contract-tests.worker';

const ID = '0011223344556677' as TestProjectId;
const PROJECT = { id: ID, name: 'bench', networkId: 7357 as NetworkId };

const { configure, testing } = createWorkers();
// The worker of tests begins once it knows which endpoints tests may ask: none.
const config = parseRuntimeConfig({ networks: [] });
if (!config.ok) throw new Error(config.error);
configure(config.value);
const recorder: Remote<ContractTestsWorker> = wrap(
  new Worker(new URL('./contract-tests.worker.ts', import.meta.url), { type: 'module' }),
);
const input = (id: string, isFolder: boolean) => {
  const element = Object.assign(document.createElement('input'), { type: 'file', id, webkitdirectory: isFolder });
  document.body.append(element);
  return () => [...(element.files ?? [])];
};
const [out, settings] = [input('out', true), input('settings', false)];

/** The files of the folder; with `changed`, what is at that path was written again, with that text in the place of another. */
async function filesOf(changed?: { path: string; from: string; to: string }): Promise<TestFile[]> {
  const all = [
    ...out().map((file) => ({ path: file.webkitRelativePath, file })),
    ...settings().map((file) => ({ path: file.name, file })),
  ];
  return Promise.all(
    all.map(async ({ path, file }) => {
      if (path !== changed?.path) return { path, file };
      const text = (await file.text()).replaceAll(changed.from, changed.to);
      return { path, file: new File([text], file.name, { lastModified: file.lastModified + 1 }) };
    }),
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - begun };
}

const api = {
  /** Milliseconds until the worker has kept and read the folder, and how many contracts and tests it has. */
  async open(changed?: { path: string; from: string; to: string }) {
    const files = await filesOf(changed);
    const { value, milliseconds } = await timed(() => testing.openProject('open' as JobId, PROJECT, files));
    if (!value.ok) throw new Error(value.error.message);
    const tests = value.value.suites.reduce((sum, suite) => sum + suite.tests.length, 0);
    return { milliseconds, files: files.length, tests, changed: value.value.changed };
  },

  /** Milliseconds of a run, those to its first suite, and how the tests came out. */
  async run(suites?: readonly string[]) {
    const counts: Record<string, number> = {};
    const begun = performance.now();
    let first: number | undefined;
    const tell = (progress: TestProgress) => {
      first ??= performance.now() - begun;
      if (progress.type === 'tests')
        for (const { status } of progress.results) counts[status] = (counts[status] ?? 0) + 1;
    };
    const choice = suites ? { only: suites.map((suite) => ({ suite, signature: '' })) } : {};
    const { value, milliseconds } = await timed(() => testing.run('run' as JobId, ID, choice, tell));
    if (!value.ok) throw new Error(value.error.message);
    return { milliseconds, first, counts };
  },

  async record(count: number) {
    return recorder.record(
      await Promise.all(
        (await filesOf()).map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })),
      ),
      count,
    );
  },
};

declare global {
  interface Window {
    contractTests: typeof api;
  }
}
window.contractTests = api;
