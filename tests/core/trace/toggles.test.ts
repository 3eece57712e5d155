import { expect, test } from 'vitest';
import { RowKind } from '../../../src/core/trace/rows';
import { ALL_SHOWN, showing, turned } from '../../../src/core/trace/toggles';

const NONE = { full: false, storage: false, events: false };

test('storage and events need the full trace, and go with it', () => {
  expect(turned(NONE, 'storage', true)).toEqual({ full: true, storage: true, events: false });
  expect(turned(NONE, 'events', true)).toEqual({ full: true, storage: false, events: true });
  expect(turned(NONE, 'full', true)).toEqual({ full: true, storage: false, events: false });
  expect(turned(ALL_SHOWN, 'full', false)).toEqual(NONE);
  expect(turned(ALL_SHOWN, 'storage', false)).toEqual({ full: true, storage: false, events: true });
});

test('a row that is to be seen turns on what shows it', () => {
  expect(showing(NONE, RowKind.call)).toEqual(NONE);
  expect(showing(NONE, RowKind.internal)).toEqual({ full: true, storage: false, events: false });
  expect(showing(NONE, RowKind.storageWrite)).toEqual({ full: true, storage: true, events: false });
  expect(showing(NONE, RowKind.log)).toEqual({ full: true, storage: false, events: true });
});
