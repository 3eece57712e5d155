import { expect, test } from 'vitest';
import type { Failure } from '../../../src/core/values/failure';
import { ok, type Result } from '../../../src/core/values/result';
import { SharedWork } from '../../../src/workers/scheduling/shared-work';

type Answer = Result<string, Failure>;

/** Work that is done when told, and rejects when it is aborted. */
function work() {
  let signal: AbortSignal | undefined;
  let finish = (_: Answer) => {};
  const begin = (given: AbortSignal) => {
    signal = given;
    return new Promise<Answer>((resolve, reject) => {
      finish = resolve;
      given.addEventListener('abort', () => reject(given.reason));
    });
  };
  return { begin, finish: (answer: Answer) => finish(answer), aborted: () => signal?.aborted };
}

test('who joins gets the one answer, and who is cancelled leaves the others waiting', async () => {
  const shared = new SharedWork<string>();
  const { begin, finish, aborted } = work();
  const leaving = new AbortController();
  const first = shared.wait(leaving.signal, undefined, begin);
  const second = shared.wait(new AbortController().signal, undefined, () => {
    throw new Error('begun twice');
  });
  leaving.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(aborted()).toBe(false);
  finish(ok('done'));
  expect(await second).toEqual(ok('done'));
});

test('once all are cancelled the work ends, and nobody hears that it did', async () => {
  const shared = new SharedWork<string>();
  const { begin, aborted } = work();
  const leaving = new AbortController();
  const only = shared.wait(leaving.signal, undefined, begin);
  leaving.abort(new Error('left'));
  await expect(only).rejects.toThrow('left');
  expect(aborted()).toBe(true);
  expect(shared.ended).toBe(true);
  // An unhandled rejection is told before the next turn of the event loop, and would fail the run.
  await new Promise((resolve) => setImmediate(resolve));
});
