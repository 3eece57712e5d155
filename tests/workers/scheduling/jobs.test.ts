import { expect, test } from 'vitest';
import { ok } from '../../../src/core/values/result';
import { createJobs } from '../../../src/workers/scheduling/jobs';
import { newJob } from '../../helpers/demo-engine';

const LOST = 'Failed to fetch dynamically imported module: http://127.0.0.1/assets/sources.js';

test('a part of the app whose request was lost is asked for again', async () => {
  let attempts = 0;
  const answer = await createJobs([1, 1]).run(newJob(), async () => {
    attempts++;
    if (attempts < 3) throw new TypeError(LOST);
    return ok('here');
  });
  expect(answer).toEqual(ok('here'));
  expect(attempts).toBe(3);
});

test('who cancels is not kept waiting for a part of the app', async () => {
  const jobs = createJobs([1, 1]);
  const job = newJob();
  let attempts = 0;
  const answer = await jobs.run(job, () => {
    attempts++;
    jobs.cancel(job);
    return Promise.reject(new TypeError(LOST));
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(attempts).toBe(1);
});

test('what is cancelled while it waits for another attempt ends at once, and is not begun again', async () => {
  const jobs = createJobs([60_000]);
  const job = newJob();
  let attempts = 0;
  const answer = jobs.run(job, async () => {
    attempts++;
    // Once this attempt has failed and the wait for the next one has begun.
    setTimeout(() => jobs.cancel(job));
    throw new TypeError(LOST);
  });
  expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(attempts).toBe(1);
});

test('a part of the app that cannot be loaded is a failure in words, and none of the endpoint', async () => {
  const jobs = createJobs([1, 1]);
  for (const message of [
    LOST,
    'error loading dynamically imported module: http://127.0.0.1/assets/sources.js',
    'Importing a module script failed.',
  ]) {
    const answer = await jobs.run(newJob(), () => Promise.reject(new TypeError(message)));
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'appIncomplete', message: expect.stringContaining('could not be loaded'), raw: message },
    });
  }
});

test('any other error is a bug, and thrown', async () => {
  const bug = new TypeError('undefined is not a function');
  await expect(createJobs().run(newJob(), () => Promise.reject(bug))).rejects.toBe(bug);
});

test('what is cancelled answers so, whatever its work makes of it', async () => {
  const jobs = createJobs();
  const job = newJob();
  const answer = jobs.run(job, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return ok('done all the same');
  });
  jobs.cancel(job);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});
