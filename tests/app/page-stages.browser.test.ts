/** When the head of the chain may be asked for, on the first page of a visit. */
import { beforeAll, expect, test, vi } from 'vitest';

type Stages = typeof import('../../src/app/page-stages');
let stages: Stages;

beforeAll(async () => {
  // The stages that nobody reaches are reached by a timer, which is not to run here.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  stages = await import('../../src/app/page-stages');
});

async function isReached(stage: Promise<void>): Promise<boolean> {
  let reached = false;
  void stage.then(() => {
    reached = true;
  });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return reached;
}

test('a transaction that the page opens goes before the head, and nothing else does', async () => {
  expect(await isReached(stages.headMayBeAsked())).toBe(true);
  stages.expectContent('head');
  stages.sayRendered();
  expect(await isReached(stages.headMayBeAsked())).toBe(true);
  stages.expectContent('transaction');
  const asked = stages.headMayBeAsked();
  expect(await isReached(asked)).toBe(false);
  vi.useRealTimers();
  stages.sayContentShown();
  await asked;
  await stages.contentShown();
});
