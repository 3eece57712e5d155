import { expect, test } from 'vitest';
import { readChosenBlock } from '../../../src/app/views/calls/BlockChoice';

test('a block that is chosen is a number up to the latest', () => {
  const at = (text: string, latest?: number) => readChosenBlock({ kind: 'number', text }, latest);
  expect(readChosenBlock({ kind: 'latest', text: 'x' }, 5)).toEqual({ ok: true, value: 'latest' });
  expect(at('5', 5)).toEqual({ ok: true, value: 5 });
  expect(at(' 1,000 ', 2_000)).toEqual({ ok: true, value: 1_000 });
  expect(at('6')).toEqual({ ok: true, value: 6 });
  expect(at(' ', 5)).toEqual({ ok: false, error: 'Fill in a block number.' });
  expect(at('-1', 5).ok).toBe(false);
  expect(at('1,5', 20).ok).toBe(false);
  expect(at('6', 5)).toEqual({
    ok: false,
    error: 'Block 6 is above the latest, 5. The last value stays below, with its own block.',
  });
});

test('a block is written in hex, too, and by the tags of the execution API', () => {
  const at = (text: string, finality?: { finalized?: number; safe?: number }) =>
    readChosenBlock({ kind: 'number', text }, 100, finality);
  expect(at('0x1F')).toEqual({ ok: true, value: 31 });
  expect(at('0x')).toMatchObject({ ok: false });
  expect(at('earliest')).toEqual({ ok: true, value: 0 });
  expect(at('Latest')).toEqual({ ok: true, value: 'latest' });
  expect(at('finalized', { finalized: 64 })).toEqual({ ok: true, value: 64 });
  expect(at('safe', { finalized: 64 })).toEqual({ ok: false, error: 'The endpoint states no safe block.' });
  expect(at('safe').ok).toBe(false);
  expect(at('pending')).toMatchObject({ ok: false });
});
