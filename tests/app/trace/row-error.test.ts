import { describe, expect, test } from 'vitest';
import { failurePath, showsErrorBadge, withoutPrefix } from '../../../src/app/views/trace/row-error';

describe('error badge', () => {
  test('shows when a message exists and is not just execution reverted', () => {
    expect(showsErrorBadge({ message: 'out of gas' }, false)).toBe(true);
    expect(showsErrorBadge({ message: 'execution reverted: no luck' }, false)).toBe(true);
    expect(showsErrorBadge({ message: 'execution reverted' }, false)).toBe(false);
    expect(showsErrorBadge({ message: '' }, true)).toBe(false);
    expect(showsErrorBadge(undefined, true)).toBe(false);
  });

  test('a bare revert shows on the last call', () => {
    expect(showsErrorBadge({ message: 'execution reverted' }, true)).toBe(true);
  });

  test('a decoded reason always shows', () => {
    const name = { text: 'StalePrice', origin: 'buildOutput' } as const;
    expect(showsErrorBadge({ message: 'execution reverted', name }, false)).toBe(true);
    expect(showsErrorBadge({ message: 'execution reverted', reason: 'liq' }, false)).toBe(true);
  });

  test('the prefix every revert has is dropped', () => {
    expect(withoutPrefix('execution reverted: liq')).toBe('liq');
    expect(withoutPrefix('out of gas')).toBe('out of gas');
  });
});

describe('failing path', () => {
  test('the frame it began in, the frames that passed it on, and the others', () => {
    expect(failurePath({ depthId: '0.2.1', failed: true }, '0.2.1')).toBe('origin');
    expect(failurePath({ depthId: '0.2', failed: true }, '0.2.1')).toBe('passedOn');
    expect(failurePath({ depthId: '0', failed: true }, '0.2.1')).toBe('passedOn');
    expect(failurePath({ depthId: '0.2.10', failed: true }, '0.2.1')).toBe('none');
    expect(failurePath({ depthId: '0.2.1.0', failed: true }, '0.2.1')).toBe('none');
    expect(failurePath({ depthId: '0', failed: false }, undefined)).toBe('none');
  });
});
