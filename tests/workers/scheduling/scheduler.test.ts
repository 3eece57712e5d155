import { expect, test } from 'vitest';
import { Scheduler } from '../../../src/workers/scheduling/scheduler';

/** Work that notes when it begins, and ends when it is told to. */
function work(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    end,
    run: async () => {
      log.push(name);
      await ended;
    },
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('what is next or only kept waits for what is shown, and what is next comes first', async () => {
  const scheduler = new Scheduler();
  const log: string[] = [];
  const shown = work(log, 'shown');
  void scheduler.run('shown', shown.run);
  void scheduler.run('kept', async () => void log.push('kept'));
  void scheduler.run('next', async () => void log.push('next'));
  await turn();
  expect(log).toEqual(['shown']);
  shown.end();
  await scheduler.idle();
  expect(log).toEqual(['shown', 'next', 'kept']);
});

test('what is shown waits for nothing, and holds back what has not begun yet', async () => {
  const scheduler = new Scheduler();
  const log: string[] = [];
  const first = work(log, 'kept 1');
  void scheduler.run('kept', first.run);
  void scheduler.run('kept', async () => void log.push('kept 2'));
  await turn();
  await turn();
  expect(log).toEqual(['kept 1']);
  const shown = work(log, 'shown');
  void scheduler.run('shown', shown.run);
  first.end();
  await turn();
  await turn();
  expect(log).toEqual(['kept 1', 'shown']);
  shown.end();
  await scheduler.idle();
  expect(log).toEqual(['kept 1', 'shown', 'kept 2']);
});

test('writes are done one at a time, also after one that fails', async () => {
  const scheduler = new Scheduler();
  const log: string[] = [];
  const failing = scheduler.run('kept', async () => {
    log.push('fails');
    throw new Error('refused');
  });
  const next = scheduler.run('kept', async () => void log.push('is done'));
  await expect(failing).rejects.toThrow('refused');
  await next;
  expect(log).toEqual(['fails', 'is done']);
});

test('with nothing to show, nothing waits', async () => {
  const scheduler = new Scheduler();
  const log: string[] = [];
  const next = work(log, 'next');
  void scheduler.run('next', next.run);
  await scheduler.run('kept', async () => void log.push('kept'));
  expect(log).toEqual(['next', 'kept']);
  next.end();
});
