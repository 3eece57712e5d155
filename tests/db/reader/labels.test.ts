import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { formatLabels, parseLabels } from '../../../src/core/contract/labels/label-file';
import { closeDatabase, DATABASE_NAME } from '../../../src/db/database';
import { deleteLabel, findLabels, importLabels, readLabel, readLabels, saveLabel } from '../../../src/db/reader/labels';
import { evictOver } from '../../../src/db/storage/eviction';
import { deleteDatabase } from '../../helpers/database-dump';
import { address, network } from '../records';

const other = 1 as typeof network;
const label = (digit: string, name: string, networkId = network) => ({ networkId, address: address(digit), name });

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

test('a label belongs to one address of one network; a later one replaces it', async () => {
  expect(await saveLabel(label('a', 'Alice'))).toBe(true);
  await saveLabel(label('a', 'Elsewhere', other));
  await saveLabel(label('a', '  Alice \n the first '));
  expect((await readLabel(network, address('a')))?.name).toBe('Alice the first');
  expect((await readLabels(network)).map(({ name }) => name)).toEqual(['Alice the first']);
  expect((await readLabels()).map(({ name }) => name)).toEqual(['Alice the first', 'Elsewhere']);
  expect(await deleteLabel(network, address('a'))).toBe(true);
  expect(await readLabel(network, address('a'))).toBeUndefined();
  expect((await readLabels()).map(({ name }) => name)).toEqual(['Elsewhere']);
});

test('a label is cut at 64 characters, found by any part of it, and never evicted', async () => {
  await saveLabel(label('a', 'x'.repeat(100)));
  await saveLabel(label('b', 'Cold Treasury'));
  expect((await readLabel(network, address('a')))?.name).toHaveLength(64);
  expect((await findLabels('TREAS', 5)).map(({ address: found }) => found)).toEqual([address('b')]);
  expect(await findLabels('warm', 5)).toEqual([]);
  await evictOver(0);
  expect(await readLabels()).toHaveLength(2);
});

test('exported labels come back whole after everything was lost', async () => {
  const all = [label('a', 'Alice "A" Ω'), label('b', 'Bob'), label('a', 'Elsewhere', other)];
  for (const each of all) await saveLabel(each);
  const text = formatLabels(await readLabels());
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
  const parsed = parseLabels(text);
  expect(parsed.ok && (await importLabels(parsed.value, false))).toEqual({ added: 3, same: 0, differing: 0 });
  expect((await readLabels()).map(({ changedAt: _, ...rest }) => rest)).toEqual(all);
});

test('an import leaves the reader’s own names as they are, unless told to replace them', async () => {
  await saveLabel(label('a', 'Mine'));
  const given = [label('a', 'Theirs'), label('b', 'New')];
  expect(await importLabels(given, false)).toEqual({ added: 1, same: 0, differing: 1 });
  expect((await readLabel(network, address('a')))?.name).toBe('Mine');
  expect(await importLabels(given, true)).toEqual({ added: 0, same: 1, differing: 1 });
  expect((await readLabel(network, address('a')))?.name).toBe('Theirs');
});
