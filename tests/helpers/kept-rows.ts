import { withDatabase, writeDatabase } from '../../src/db/database';

/** Reads every row of the database. Returns a function that writes them into a database that has been emptied since. */
export async function keepRows(): Promise<() => Promise<void>> {
  const kept = await withDatabase([], (db) =>
    Promise.all(db.tables.map(async (table) => ({ name: table.name, rows: await table.toArray() }))),
  );
  return async () => {
    await writeDatabase((db) =>
      db.transaction('rw', db.tables, () => Promise.all(kept.map(({ name, rows }) => db.table(name).bulkPut(rows)))),
    );
  };
}
