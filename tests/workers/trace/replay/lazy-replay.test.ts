import { expect, test } from 'vitest';
import { type FailureCode, failure } from '../../../../src/core/values/failure';
import { LazyReplay } from '../../../../src/workers/trace/replay/lazy-replay';
import type { ReplayAttempt } from '../../../../src/workers/trace/replay/replay-method';

/** A replay whose attempts end as given, one after the other. */
function lazyOf(...endings: (() => ReplayAttempt)[]): LazyReplay {
  const left = endings.values();
  return new LazyReplay(async () => {
    const ending = left.next().value;
    if (ending === undefined) throw new Error('there is no further attempt');
    return ending();
  }, new AbortController());
}

const failed = (code: FailureCode) => (): ReplayAttempt => ({
  skipped: [],
  failure: failure(code, 'It failed.'),
});

test('an attempt that throws is made again next time', async () => {
  const replay = lazyOf(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  }, failed('unsupported'));
  await expect(replay.get()).rejects.toThrow(TypeError);
  expect(await replay.get()).toMatchObject({ failure: { code: 'unsupported' } });
});

test.each(['timeout', 'endpointDown', 'rateLimited', 'wrongChain', 'noEndpoint'] as const)(
  'so is one that failed with %s, which may pass',
  async (code) => {
    const replay = lazyOf(failed(code), failed('unsupported'));
    expect(await replay.get()).toMatchObject({ failure: { code } });
    expect(await replay.get()).toMatchObject({ failure: { code: 'unsupported' } });
  },
);

test.each(['unsupported', 'cancelled'] as const)('one that failed with %s is not', async (code) => {
  const replay = lazyOf(failed(code), failed('timeout'));
  expect(await replay.get()).toMatchObject({ failure: { code } });
  expect(await replay.get()).toMatchObject({ failure: { code } });
});
