import { expect, test } from 'vitest';
import type { Replay } from '../../../../src/core/replay/replay';
import { type FailureCode, failure } from '../../../../src/core/values/failure';
import { LazyReplay, type Making } from '../../../../src/workers/trace/replay/lazy-replay';
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

test('its execution is asked while it runs, whenever it got further', async () => {
  const running = { steps: { length: 0 } };
  let end: (ended: ReplayAttempt) => void = () => {};
  let making: Making | undefined;
  const replay = new LazyReplay((told) => {
    making = told;
    return new Promise((resolve) => {
      end = resolve;
    });
  }, new AbortController());
  const atFive = replay.soFar(({ steps }) => (steps.length >= 5 ? steps.length : undefined));
  const never = replay.soFar(() => undefined);
  making?.onBegun(running as Replay);
  for (running.steps.length = 1; running.steps.length < 8; running.steps.length += 3) {
    making?.onFurther();
    await Promise.resolve();
  }
  expect(await atFive).toBe(7);
  end(failed('unsupported')());
  expect(await never).toBeUndefined();
  expect(await replay.soFar(() => 'after its end')).toBeUndefined();
});
