/** Networks that the reader added, and known networks that the reader changed. */
import type { Network } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { readableRows } from '../rows/fields';
import { fromNetworkRow, toNetworkRow } from '../rows/network-row';

/** Reads the reader's networks, oldest first. */
export function readNetworks(): Promise<readonly Network[]> {
  return withDatabase<readonly Network[]>([], async (db) => {
    const rows = await db.networks.toArray();
    return readableRows(
      rows.sort((a, b) => a.addedAt - b.addedAt),
      fromNetworkRow,
    );
  });
}

/** Keeps a network of the reader's; false when storage refused. */
export function saveNetwork(network: Network): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.networks, async () => {
      const addedAt = (await db.networks.get(network.id))?.addedAt ?? Date.now();
      await db.networks.put(toNetworkRow(network, addedAt));
    }),
  );
}

/** Deletes a network of the reader's and the endpoints that the reader added to it. */
export function deleteNetwork(id: NetworkId): Promise<void> {
  return withDatabase(undefined, (db) =>
    db.transaction('rw', db.networks, db.endpoints, async () => {
      await db.networks.delete(id);
      await db.endpoints
        .where('networkId')
        .equals(id)
        .and((row) => row.origin === 'reader')
        .delete();
    }),
  );
}
