/** The reader's endpoints, and for every endpoint what a probe found and whether the reader switched it off. */
import type { Capabilities, Endpoint } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import {
  type EndpointRow,
  endpointRowId,
  fromEndpointRow,
  type KeptEndpoint,
  toEndpointRow,
  toStoredCapabilities,
} from '../rows/endpoint-row';
import { readableRows } from '../rows/fields';

/** Reads the kept endpoints of a network, or of all networks, in the order in which they are tried. */
export function readEndpoints(networkId?: NetworkId): Promise<readonly KeptEndpoint[]> {
  return withDatabase<readonly KeptEndpoint[]>([], async (db) => {
    const rows = networkId === undefined ? db.endpoints : db.endpoints.where('networkId').equals(networkId);
    return [...readableRows(await rows.toArray(), fromEndpointRow)].sort((a, b) => a.priority - b.priority);
  });
}

/** Keeps an endpoint and preserves what was found out about it before; false when storage refused. */
export function saveEndpoint(endpoint: Endpoint): Promise<boolean> {
  const row = toEndpointRow(endpoint);
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      const { capabilities, servedAt } = (await db.endpoints.get(row.id)) ?? {};
      await db.endpoints.put({
        ...row,
        ...(capabilities === undefined ? {} : { capabilities }),
        ...(servedAt === undefined ? {} : { servedAt }),
      });
    }),
  );
}

/** Keeps what a probe of `endpoint` found; false when storage refused. */
export function saveCapabilities(endpoint: Endpoint, capabilities: Capabilities): Promise<boolean> {
  const found = toStoredCapabilities(capabilities);
  return saveFound(endpoint, (row) => ({ ...row, capabilities: found }));
}

/**
 * Keeps when an endpoint was seen to serve its network; undefined means that it serves another one. False when storage
 * refused.
 */
export function saveServed(endpoint: Endpoint, servedAt: number | undefined): Promise<boolean> {
  return saveFound(endpoint, ({ servedAt: _, ...row }) => (servedAt === undefined ? row : { ...row, servedAt }));
}

/** Deletes the row of an endpoint. A configured endpoint is then used as it is configured. */
export function deleteEndpoint(endpoint: Pick<Endpoint, 'networkId' | 'url'>): Promise<void> {
  return withDatabase(undefined, (db) => db.endpoints.delete(endpointRowId(endpoint)));
}

/**
 * Keeps what was found out of an endpoint; false when storage refused. Finding it out takes time, and the reader may
 * have changed the other fields of the kept row meanwhile, so they stay. An endpoint of the reader's that has no row
 * was deleted, and stays deleted.
 */
function saveFound(endpoint: Endpoint, change: (row: EndpointRow) => EndpointRow): Promise<boolean> {
  const row = toEndpointRow(endpoint);
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      const kept = (await db.endpoints.get(row.id)) ?? (row.origin === 'reader' ? undefined : row);
      if (kept !== undefined) await db.endpoints.put(change(kept));
    }),
  );
}
