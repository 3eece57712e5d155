/** How many entries the packed lists have, by the first letter of the list. */
import { writeDatabase } from '../../src/db/database';
import { unpackLeaf } from '../../src/db/packed/leaf';

export async function listEntries(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  await writeDatabase(async (db) => {
    await db.packedLists.each(({ entries }) => {
      for (const { order } of unpackLeaf(entries)) {
        const letter = order.charAt(0);
        counts[letter] = (counts[letter] ?? 0) + 1;
      }
    });
  });
  return counts;
}
