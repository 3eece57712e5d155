import { expect, test } from 'vitest';
import { RowKind } from '../../../src/core/trace/rows';
import { ALL_SHOWN, togglesShowing, withToggle } from '../../../src/core/trace/toggles';

const NONE = { full: false, storage: false, events: false };

test('storage and events need the full trace, and go with it', () => {
  expect(withToggle(NONE, 'storage', true)).toEqual({ full: true, storage: true, events: false });
  expect(withToggle(NONE, 'events', true)).toEqual({ full: true, storage: false, events: true });
  expect(withToggle(NONE, 'full', true)).toEqual({ full: true, storage: false, events: false });
  expect(withToggle(ALL_SHOWN, 'full', false)).toEqual(NONE);
  expect(withToggle(ALL_SHOWN, 'storage', false)).toEqual({ full: true, storage: false, events: true });
});

test('a row that is to be seen turns on what shows it', () => {
  expect(togglesShowing(NONE, RowKind.call)).toEqual(NONE);
  expect(togglesShowing(NONE, RowKind.internal)).toEqual({ full: true, storage: false, events: false });
  expect(togglesShowing(NONE, RowKind.storageWrite)).toEqual({ full: true, storage: true, events: false });
  expect(togglesShowing(NONE, RowKind.log)).toEqual({ full: true, storage: false, events: true });
});
