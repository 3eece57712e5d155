import { expect, test } from 'vitest';
import type { Replay } from '../../../../src/core/replay/replay';
import { type FailureCode, failure } from '../../../../src/core/values/failure';
import { LazyReplay, type OnSlice } from '../../../../src/workers/trace/replay/lazy-replay';
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

/** An execution that goes on slice by slice, as the test says how many steps it has made. */
function executed() {
  let onSlice: OnSlice = async () => {};
  let end = () => {};
  const replay = new LazyReplay((given) => {
    onSlice = given;
    return new Promise((resolve) => (end = () => resolve(failed('badAnswer')())));
  }, new AbortController());
  return { replay, end: () => end(), slice: (length: number) => onSlice({ steps: { length } } as unknown as Replay) };
}

test('a step is there once the execution came past it, and later ones wait', async () => {
  const { replay, slice, end } = executed();
  const [first, later] = [replay.past(0), replay.past(5)];
  await slice(5);
  expect(await first).toMatchObject({ steps: { length: 5 } });
  await slice(6);
  expect(await later).toMatchObject({ steps: { length: 6 } });
  expect(await replay.past(3)).toMatchObject({ steps: { length: 6 } });
  end();
});

test('after the end no step is of an execution that runs', async () => {
  const { replay, slice, end } = executed();
  const later = replay.past(5);
  await slice(5);
  end();
  expect(await later).toBeUndefined();
  expect(await replay.past(0)).toBeUndefined();
});
