/** When the head of the chain may be asked for, on the first page of a visit. */
import { beforeAll, expect, test, vi } from 'vitest';
import { contentShown, expectContent, headMayBeAsked, sayContentShown, sayRendered } from '../../src/app/page-stages';

beforeAll(() => {
  // The stages that nobody reaches are reached by a timer, which is not to run here.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
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
  expect(await isReached(headMayBeAsked())).toBe(true);
  expectContent('head');
  sayRendered();
  expect(await isReached(headMayBeAsked())).toBe(true);
  expectContent('transaction');
  const asked = headMayBeAsked();
  expect(await isReached(asked)).toBe(false);
  vi.useRealTimers();
  sayContentShown();
  await asked;
  await contentShown();
});
