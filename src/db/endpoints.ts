/** Endpoints: the reader's own, and for all of them what was probed and whether the reader switched them off. */
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

/** Kept endpoints of a network, or of all, first tried first. */
export function readEndpoints(networkId?: NetworkId): Promise<readonly KeptEndpoint[]> {
  return withDatabase<readonly KeptEndpoint[]>([], async (db) => {
    const rows = networkId === undefined ? db.endpoints : db.endpoints.where('networkId').equals(networkId);
    return [...readableRows(await rows.toArray(), fromEndpointRow)].sort((a, b) => a.priority - b.priority);
  });
}

/** Keeps an endpoint, and what was probed of it before; false when storage refused. */
export function saveEndpoint(endpoint: Endpoint): Promise<boolean> {
  return saveWith(endpoint, undefined);
}

/** Keeps what a probe of `endpoint` found; false when storage refused. */
export function saveCapabilities(endpoint: Endpoint, capabilities: Capabilities): Promise<boolean> {
  return saveWith(endpoint, toStoredCapabilities(capabilities));
}

/** Drops an endpoint. One of the configuration comes back as configured. */
export function deleteEndpoint(endpoint: Pick<Endpoint, 'networkId' | 'url'>): Promise<void> {
  return withDatabase(undefined, (db) => db.endpoints.delete(endpointRowId(endpoint)));
}

function saveWith(endpoint: Endpoint, probed: ReturnType<typeof toStoredCapabilities> | undefined): Promise<boolean> {
  const row = toEndpointRow(endpoint);
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      const capabilities = probed ?? (await db.endpoints.get(row.id))?.capabilities;
      await db.endpoints.put(capabilities === undefined ? row : { ...row, capabilities });
    }),
  );
}
