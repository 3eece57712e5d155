/** The reader's endpoints, and for every endpoint what a probe found and whether the reader switched it off. */
import type { Capabilities, Endpoint } from '../core/chain/network';
import type { NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import {
  endpointRowId,
  fromEndpointRow,
  type KeptEndpoint,
  toEndpointRow,
  toStoredCapabilities,
} from './rows/endpoint-row';
import { readableRows } from './rows/fields';

/** The kept endpoints of a network, or of all networks, in the order in which they are tried. */
export function readEndpoints(networkId?: NetworkId): Promise<readonly KeptEndpoint[]> {
  return withDatabase<readonly KeptEndpoint[]>([], async (db) => {
    const rows = networkId === undefined ? db.endpoints : db.endpoints.where('networkId').equals(networkId);
    return [...readableRows(await rows.toArray(), fromEndpointRow)].sort((a, b) => a.priority - b.priority);
  });
}

/** Keeps an endpoint and preserves what was found out about it before; false when storage refused. */
export function saveEndpoint(endpoint: Endpoint): Promise<boolean> {
  return saveWith(endpoint, undefined);
}

/** Keeps what a probe of `endpoint` found; false when storage refused. */
export function saveCapabilities(endpoint: Endpoint, capabilities: Capabilities): Promise<boolean> {
  return saveWith(endpoint, toStoredCapabilities(capabilities));
}

/**
 * Keeps when an endpoint was seen to serve its network; undefined means that it serves another one. False when storage
 * refused.
 */
export function saveServed(endpoint: Endpoint, servedAt: number | undefined): Promise<boolean> {
  const row = toEndpointRow(endpoint);
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      // The reader may have changed the other fields of the kept row in the meantime.
      const { servedAt: _, ...kept } = (await db.endpoints.get(row.id)) ?? row;
      await db.endpoints.put(servedAt === undefined ? kept : { ...kept, servedAt });
    }),
  );
}

/** Deletes the row of an endpoint. A configured endpoint is then used as it is configured. */
export function deleteEndpoint(endpoint: Pick<Endpoint, 'networkId' | 'url'>): Promise<void> {
  return withDatabase(undefined, (db) => db.endpoints.delete(endpointRowId(endpoint)));
}

function saveWith(endpoint: Endpoint, probed: ReturnType<typeof toStoredCapabilities> | undefined): Promise<boolean> {
  const row = toEndpointRow(endpoint);
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      const kept = await db.endpoints.get(row.id);
      const capabilities = probed ?? kept?.capabilities;
      const servedAt = kept?.servedAt;
      await db.endpoints.put({
        ...row,
        ...(capabilities === undefined ? {} : { capabilities }),
        ...(servedAt === undefined ? {} : { servedAt }),
      });
    }),
  );
}
