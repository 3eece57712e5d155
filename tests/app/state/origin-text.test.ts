import { expect, test } from 'vitest';
import { originText } from '../../../src/app/views/state/origin-text';
import { failure } from '../../../src/core/values/failure';

const failed = { state: 'failed', failure: failure('unsupported', 'It was not executed again.') } as const;

test('names that are on their way are announced, and no longer once they are here', () => {
  expect(originText('replay', { state: 'waiting' }, 3)).toBe(
    'From executing the transaction in this browser. Reading the sources for the names of variables.',
  );
  expect(originText('replay', { state: 'here', value: [] }, 3)).toBe('From executing the transaction in this browser.');
});

test('why there are none is said where slots stand without names', () => {
  expect(originText('prestateTracer', failed, 1)).toMatch(/ Variables are not named: It was not executed again\.$/);
  expect(originText('prestateTracer', failed, 0)).not.toContain('named');
});
