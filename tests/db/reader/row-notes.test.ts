/** Notes at rows of traces. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { parseRowNote, type RowNote } from '../../../src/core/trace/row-note';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { importRowNotes, readRowNotes, saveRowNote } from '../../../src/db/reader/row-notes';
import { evictOver } from '../../../src/db/storage/eviction';
import { deleteDatabase } from '../../helpers/database-dump';
import { hash, network } from '../records';

const one = { networkId: network, hash: hash('1') };
const other = { networkId: network, hash: hash('2') };
const note = (depthId: string, comment: string, priority: RowNote['priority'] = 'none'): RowNote => ({
  depthId,
  priority,
  comment,
});

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('keeps notes by row and transaction, and drops those that say nothing', async () => {
  await saveRowNote(one, note('0.1', 'here', 'high'));
  await saveRowNote(one, note('0', 'root'));
  await saveRowNote(other, note('0', 'another'));
  expect(await readRowNotes(one)).toEqual([note('0', 'root'), note('0.1', 'here', 'high')]);
  await saveRowNote(one, note('0.1', ' ', 'none'));
  expect(await readRowNotes(one)).toEqual([note('0', 'root')]);
  await evictOver(0);
  expect(await readRowNotes(other)).toEqual([note('0', 'another')]);
});

test('imports notes only where the reader has none', async () => {
  await saveRowNote(one, note('0', 'mine'));
  expect(await importRowNotes(one, [note('0', 'theirs'), note('0.1', 'theirs'), note('0.2', '')])).toBe(1);
  expect(await readRowNotes(one)).toEqual([note('0', 'mine'), note('0.1', 'theirs')]);
});

test('takes notes of unknown data for what they are', () => {
  expect(parseRowNote({ depthId: '0.e1', priority: 'low', comment: 'x'.repeat(3_000) })?.comment).toHaveLength(2_000);
  for (const bad of [
    null,
    'x',
    { depthId: '<b>', priority: 'low', comment: '' },
    { depthId: '0', priority: 'urgent', comment: '' },
    { depthId: '0', priority: 'low' },
  ]) {
    expect(parseRowNote(bad)).toBeUndefined();
  }
});
