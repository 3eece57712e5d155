/** An IndexedDB in memory for engines in Node, from the import of this module on, and what empties it. */
import 'fake-indexeddb/auto';
import { closeDatabase, DATABASE_NAME } from '../src/db/database';

/** Deletes all that was kept. What engines still do in the background is to have ended. */
export async function emptyDatabase(): Promise<void> {
  closeDatabase();
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE_NAME);
    request.onsuccess = resolve;
    request.onerror = () => reject(request.error);
  });
}
