import { describe, expect, test } from 'vitest';
import { rowErrorText, showsErrorBadge, withoutPrefix } from '../../../src/app/views/trace/row-error';

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

  test('what else there is to say shows, unless it is that there was no reason', () => {
    const unknown = { message: 'execution reverted', said: 'unrecognized error data 0xdeadbeef' };
    expect(showsErrorBadge(unknown, false)).toBe(true);
    expect(rowErrorText(unknown)).toBe('unrecognized error data 0xdeadbeef');
    const silent = { message: 'execution reverted', said: 'reverted without a reason' };
    expect(showsErrorBadge(silent, false)).toBe(false);
    expect(showsErrorBadge(silent, true)).toBe(true);
    expect(rowErrorText({ message: 'execution reverted: liq' })).toBe('liq');
  });

  test('the prefix every revert has is dropped', () => {
    expect(withoutPrefix('execution reverted: liq')).toBe('liq');
    expect(withoutPrefix('out of gas')).toBe('out of gas');
  });
});
