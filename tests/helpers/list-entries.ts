/** How many entries the packed lists have, by the first letter of the list. */
import { writeDatabase } from '../../src/db/database';
import { unpackLeaf } from '../../src/db/packed/leaf';
import { PackedReader, textOfBytes } from '../../src/db/packed/packed-text';

export async function listEntries(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  await writeDatabase(async (db) => {
    await db.packedLists.each(({ key, entries }) => {
      // Behind the network and the address.
      const name = new PackedReader(textOfBytes(key));
      name.bigint();
      name.id();
      const letter = name.text(1) ?? '';
      counts[letter] = (counts[letter] ?? 0) + unpackLeaf(entries).length;
    });
  });
  return counts;
}
