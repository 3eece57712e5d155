/** All local data as a file: written, read into an empty database, merged with another one, and what is refused. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type BackupRow, parseBackup } from '../../../src/core/backup/backup-file';
import { spellValue } from '../../../src/core/backup/spell';
import { countBackupRows, mayHoldKey, writeBackup } from '../../../src/db/backup/backup';
import { BACKUP_KIND_NAMES, type BackupKind, tablesOfKind } from '../../../src/db/backup/backup-kinds';
import { compareBackup, takeBackup } from '../../../src/db/backup/restore';
import { keepCompilation, readCompilation, saveCompilation } from '../../../src/db/contracts/compilations';
import { closeDatabase, DATABASE_NAME, withDatabase, writeDatabase } from '../../../src/db/database';
import { readEndpoints, saveEndpoint } from '../../../src/db/networks/endpoints';
import { readLabels, saveLabel } from '../../../src/db/reader/labels';
import { readPreference, savePreference } from '../../../src/db/reader/preferences';

import { readTotals } from '../../../src/db/storage/storage-totals';
import { currentVersion } from '../../../src/db/versions';
import { readWatches, saveWatch } from '../../../src/db/watches/watches';
import { type DatabaseDump, deleteDatabase, dumpDatabase, restoreDatabase } from '../../helpers/database-dump';
import { address, labelRow, network } from '../records';

afterEach(forgetAll);

async function forgetAll(): Promise<void> {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
}

/** A database with nothing in it: here, as in workers, a read makes none. */
function makeEmpty(): Promise<boolean> {
  return writeDatabase(async () => undefined);
}

const ALL: ReadonlySet<BackupKind> = new Set(BACKUP_KIND_NAMES);

async function backUp(secrets: boolean, kinds = ALL): Promise<readonly BackupRow[]> {
  const pieces = (await writeBackup({ kinds, secrets }, 1_700_000_000_000)) ?? [];
  const read = await parseBackup(
    (async function* () {
      yield* pieces;
    })(),
  );
  if (!read.ok) throw new Error(read.error);
  expect(read.value.damaged).toBe(0);
  return read.value.rows;
}

/** The rows of all tables that a backup may have. */
async function ownRows(): Promise<Readonly<Record<string, unknown>>> {
  closeDatabase();
  const { stores } = await dumpDatabase(DATABASE_NAME);
  const tables = BACKUP_KIND_NAMES.flatMap(tablesOfKind);
  return Object.fromEntries(
    stores.filter(({ name }) => tables.includes(name)).map(({ name, records }) => [name, records]),
  );
}

/** A database with a row in almost every table. */
async function fill(): Promise<void> {
  const url = new URL(`../dumps/version-${currentVersion}.json`, import.meta.url);
  await restoreDatabase(JSON.parse(readFileSync(url, 'utf8')) as DatabaseDump);
  await saveLabel({ networkId: network, address: address('5'), name: 'treasury 🦊' });
  await savePreference('etherscan', { url: 'https://api.example', key: 'secret' });
  await saveEndpoint({
    networkId: network,
    url: 'https://node.example/v2/secret',
    name: 'mine',
    origin: 'reader',
    enabled: true,
    priority: 1,
  });
}

test('a backup with secrets is restored in an empty database, row by row', async () => {
  await fill();
  const before = await ownRows();
  const filled = Object.entries(before).filter(([, rows]) => (rows as unknown[]).length > 0);
  expect(filled.length).toBeGreaterThan(10);
  const counts = await countBackupRows();
  expect(counts.get('labels')).toBe(2);
  // Endpoints alone make a kind, without a network of the reader's.
  expect(counts.get('networks')).toBeGreaterThan(1);
  const rows = await backUp(true);
  await forgetAll();
  await makeEmpty();
  const parts = await compareBackup(rows);
  expect(parts).toHaveLength(BACKUP_KIND_NAMES.filter((kind) => (counts.get(kind) ?? 0) > 0).length);
  expect(parts.every(({ added, same, differing, damaged }) => added > 0 && same + differing + damaged === 0)).toBe(
    true,
  );
  expect(await takeBackup(rows, ALL, 'keepMine')).toBe(rows.length);
  expect(await ownRows()).toEqual(before);
  // What can be fetched again can be dropped again.
  const totals = await withDatabase<Awaited<ReturnType<typeof readTotals>>>(new Map(), readTotals);
  expect(totals.get('traces')?.records).toBe(counts.get('traces') === 0 ? undefined : 1);
  expect(totals.get('transactions')?.records).toBeGreaterThan(0);
  // A second time there is nothing to do.
  const again = await compareBackup(rows);
  expect(again.every(({ added, differing }) => added + differing === 0)).toBe(true);
  expect(await takeBackup(rows, ALL, 'keepMine')).toBe(0);
});

test.each(['keepMine', 'takeTheirs', 'replace'] as const)(
  'a compiler run of a backup is never evicted, though it was fetched here before (%s)',
  async (way) => {
    const run = { id: 'run', version: '0.8.30', input: new ArrayBuffer(2), output: new ArrayBuffer(3) };
    await saveCompilation(run);
    const rows = await backUp(false);
    await forgetAll();
    await keepCompilation(run);
    const evictable = async () =>
      (await withDatabase<Awaited<ReturnType<typeof readTotals>>>(new Map(), readTotals)).get('compilations');
    expect(await evictable()).toMatchObject({ records: 1 });
    await takeBackup(rows, ALL, way);
    expect(await evictable()).toEqual({ records: 0, bytes: 0 });
    expect(await readCompilation('run')).toMatchObject({ version: '0.8.30' });
  },
);

test('a backup without secrets has no keys, no URLs that may contain one, and no webhooks', async () => {
  await fill();
  const [watch] = await readWatches(network);
  if (watch === undefined) throw new Error('the dump has a watch');
  await saveWatch({ ...watch, webhook: 'https://hook.example/secret' });
  const all = JSON.stringify(spellValue(await backUp(false)));
  expect(all).not.toContain('secret');
  expect(all).toContain('127.0.0.1');
  // The key, the webhook, and the endpoint's address with the id that is made of it.
  expect(JSON.stringify(spellValue(await backUp(true))).match(/secret/g)).toHaveLength(4);
});

test.each([
  ['http://127.0.0.1:8545', false],
  ['https://node.example/', false],
  ['https://node.example/v3/0123', true],
  ['https://node.example/?key=1', true],
  ['https://me:pass@node.example', true],
  ['no url', true],
])('whether %s may hold a key: %s', (url, may) => {
  expect(mayHoldKey(url)).toBe(may);
});

test('a row that is here with other content is left, overwritten, or replaced with its kind', async () => {
  await saveLabel(labelRow);
  await saveLabel({ ...labelRow, address: address('1'), name: 'theirs' });
  const rows = await backUp(false);
  const mine = [
    { ...labelRow, address: address('1'), name: 'mine' },
    { ...labelRow, address: address('2'), name: 'only here' },
  ];
  const names = async () => (await readLabels()).map(({ name }) => name).sort();
  const begin = async () => {
    await forgetAll();
    for (const label of mine) await saveLabel(label);
  };
  await begin();
  expect(await compareBackup(rows)).toMatchObject([{ kind: 'labels', added: 1, differing: 1, same: 0 }]);
  await takeBackup(rows, ALL, 'keepMine');
  expect(await names()).toEqual([labelRow.name, 'mine', 'only here'].sort());
  await begin();
  await takeBackup(rows, ALL, 'takeTheirs');
  expect(await names()).toEqual([labelRow.name, 'only here', 'theirs'].sort());
  await begin();
  await takeBackup(rows, ALL, 'replace');
  expect(await names()).toEqual([labelRow.name, 'theirs'].sort());
  // Kinds that are not chosen stay as they are.
  await begin();
  expect(await takeBackup(rows, new Set(['visits']), 'replace')).toBe(0);
  expect(await names()).toEqual(['mine', 'only here']);
});

test('rows that Loupe would not write are counted and left out, and so are other tables', async () => {
  const rows: readonly BackupRow[] = [
    { table: 'labels', row: { ...labelRow, name: 'x'.repeat(100) } },
    { table: 'labels', row: { ...labelRow, address: '0x1' } },
    { table: 'labels', row: { ...labelRow, more: 'field' } },
    { table: 'preferences', row: { key: 'storageBudget', value: -1 } },
    { table: 'preferences', row: { key: 'unknown', value: 1 } },
    { table: 'endpoints', row: { networkId: network, url: 'http://a.example', name: 'a', origin: 'reader' } },
    { table: 'transactions', row: { networkId: network } },
    { table: '__proto__', row: {} },
  ];
  await makeEmpty();
  const parts = new Map((await compareBackup(rows)).map((part) => [part.kind, part]));
  expect(parts.get('labels')).toMatchObject({ added: 1, damaged: 2 });
  expect(parts.get('settings')).toMatchObject({ added: 0, damaged: 2 });
  expect(parts.get('networks')).toMatchObject({ added: 0, damaged: 1 });
  expect(await takeBackup(rows, ALL, 'takeTheirs')).toBe(1);
  expect(await readPreference('storageBudget')).toBe(500_000_000);
  expect(await readEndpoints(network)).toEqual([]);
  // The field that no label has is not kept.
  await writeDatabase(async (db) => expect(await db.labels.toArray()).toEqual([labelRow]));
});
