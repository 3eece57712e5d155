/** What the reader chose for the indexes of networks. */
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { fromIndexChoiceRow, type IndexChoice } from '../rows/index-choice-row';

/** Reads the reader's choice for the index of a network; undefined where they chose nothing. Observable by live queries. */
export async function readIndexChoice(networkId: NetworkId): Promise<IndexChoice | undefined> {
  return fromIndexChoiceRow(await withDatabase(undefined, (db) => db.indexChoices.get(networkId)));
}

/** Keeps the choice; false when storage refused. */
export function saveIndexChoice(choice: IndexChoice): Promise<boolean> {
  return writeDatabase((db) => db.indexChoices.put(choice));
}
