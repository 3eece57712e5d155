import { expect, test } from 'vitest';
import type { NextSuite } from '../../../src/core/testing/run-tests';
import type { Suite } from '../../../src/core/testing/suite';
import type { TestProjectId } from '../../../src/core/testing/test-hash';
import { ok } from '../../../src/core/values/result';
import type { KeptTestResult } from '../../../src/db/rows/test-project-row';
import { longestFirst, type Runner, runSideBySide } from '../../../src/workers/testing/side-by-side';

const id = '0011223344556677' as TestProjectId;
const suites = ['A', 'B', 'C', 'D', 'E'].map((name): Suite => ({ id: name, name, file: '', tests: [] }));
const told = { suite: () => {}, test: () => {} };
const tick = () => new Promise((resolve) => setTimeout(resolve));

/** Takes suites one after the other, each a while, and notes them. */
function worker(ran: string[]) {
  return async (next: NextSuite): Promise<void> => {
    for (let suite = await next(); suite !== undefined; suite = await next()) {
      ran.push(suite.id);
      await tick();
      await tick();
    }
  };
}

test('suites go to whoever is free, each of them once, and the threads end with the run', async () => {
  const here: string[] = [];
  const there: string[] = [];
  let ended = 0;
  const start = (): Runner => ({
    async run(_, next) {
      await worker(there)(next);
      return ok(undefined);
    },
    end: () => void ended++,
  });
  const runners = { start, most: 2, after: 0 };
  await runSideBySide(id, suites, { here: worker(here), told, signal: new AbortController().signal, runners });
  expect([...here, ...there].toSorted()).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(here).toContain('A');
  expect(there).toContain('C');
  expect(ended).toBe(2);
});

test('a cancel ends a thread that never answers, and hands out nothing more', async () => {
  const controller = new AbortController();
  const here: string[] = [];
  let ended = 0;
  const start = (): Runner => {
    setTimeout(() => controller.abort());
    return { run: () => new Promise(() => {}), end: () => void ended++ };
  };
  const runners = { start, most: 1, after: 0 };
  await runSideBySide(id, suites, { here: worker(here), told, signal: controller.signal, runners });
  expect(ended).toBe(1);
  expect(here.length).toBeLessThan(suites.length);
});

test('a thread that dies is an error of the run, and the others end', async () => {
  let ended = 0;
  const start = (): Runner => ({ run: () => Promise.reject(new Error('it ended')), end: () => void ended++ });
  const run = runSideBySide(id, suites, {
    here: worker([]),
    told,
    signal: new AbortController().signal,
    runners: { start, most: 2, after: 0 },
  });
  await expect(run).rejects.toThrow('it ended');
  expect(ended).toBe(2);
});

test('what took longest comes first, after what never ran', () => {
  const result = (suite: string, duration: number) => ({ suite, duration }) as KeptTestResult;
  const results = [result('A', 5), result('B', 3), result('B', 9), result('D', 7)];
  expect(longestFirst(suites, results).map((suite) => suite.id)).toEqual(['C', 'E', 'B', 'D', 'A']);
});
