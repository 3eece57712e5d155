/** The rows by which virtual networks are found among the networks and endpoints of the reader. */
import type { NetworkId } from '../../core/chain/primitives';
import { virtualUrl } from '../../core/virtual/virtual-url';
import type { LoupeDatabase } from '../loupe-database';
import { endpointRowId } from '../rows/endpoint-row';

/**
 * Returns the keys of the rows of a table by which virtual networks are found; none for tables other than `networks`
 * and `endpoints`. Each is written only when its network is created. Reads `virtualNetworks`.
 */
export async function virtualRowKeys(db: LoupeDatabase, table: string): Promise<ReadonlySet<unknown>> {
  if (table !== 'networks' && table !== 'endpoints') return new Set();
  const ids = (await db.virtualNetworks.toCollection().primaryKeys()) as NetworkId[];
  return new Set<unknown>(
    table === 'networks' ? ids : ids.map((id) => endpointRowId({ networkId: id, url: virtualUrl(id) })),
  );
}
