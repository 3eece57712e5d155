/** Runs tests, and records the same, in a worker. */
import { expose } from 'comlink';
import { readProject } from '../../../src/core/testing/project';
import { recordTest } from '../../../src/core/testing/record-test';
import { runTests } from '../../../src/core/testing/run-tests';
import { chooseTests } from '../../../src/core/testing/tests-chosen';

const HOST = { now: () => performance.now(), pause: async () => true };

const api = {
  /** Milliseconds of running, and of recording, each of the first tests without inputs. */
  async record(files: readonly { path: string; bytes: Uint8Array }[], count: number) {
    const read = await readProject(files.map(({ path, bytes }) => ({ path, read: async () => bytes })));
    if (!read.ok) throw new Error(read.error);
    const project = read.value;
    const tests = project.suites
      .flatMap(({ id, tests: own }) => own.filter(({ kind }) => kind === 'unit').map((test) => ({ suite: id, test })))
      .slice(0, count);
    const times: { name: string; run: number; record: number }[] = [];
    for (const { suite, test } of tests) {
      const which = { suite, signature: test.signature };
      const begun = performance.now();
      await runTests(project, chooseTests(project, { only: [which] }), HOST);
      const ran = performance.now();
      const recorded = await recordTest(project, which, HOST);
      if (!recorded.ok) throw new Error(recorded.error);
      for (const { recording } of recorded.value.calls) recording.finish();
      times.push({ name: `${suite} ${test.signature}`, run: ran - begun, record: performance.now() - ran });
    }
    return times;
  },
};
export type ContractTestsWorker = typeof api;

expose(api);
