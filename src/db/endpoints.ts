/** Endpoints: the reader's own, and for all of them what was probed and whether the reader switched them off. */
import type { Capabilities, Endpoint } from '../core/chain/network';
import type { NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import type { EndpointRow } from './schema';

/** Kept endpoints of a network, or of all, first tried first. */
export function readEndpoints(networkId?: NetworkId): Promise<readonly EndpointRow[]> {
  return withDatabase<readonly EndpointRow[]>([], async (db) => {
    const rows = networkId === undefined ? db.endpoints : db.endpoints.where('networkId').equals(networkId);
    return (await rows.toArray()).sort((a, b) => a.priority - b.priority);
  });
}

/** Keeps an endpoint, and what was probed of it before; false when storage refused. */
export function saveEndpoint(endpoint: Endpoint): Promise<boolean> {
  return update(endpoint, {});
}

/** Keeps what a probe of `endpoint` found; false when storage refused. */
export function saveCapabilities(endpoint: Endpoint, capabilities: Capabilities): Promise<boolean> {
  return update(endpoint, { capabilities });
}

/** Drops an endpoint. One of the configuration comes back as configured. */
export function deleteEndpoint({ networkId, url }: Pick<Endpoint, 'networkId' | 'url'>): Promise<void> {
  return withDatabase(undefined, (db) => db.endpoints.delete(idOf({ networkId, url })));
}

function update(endpoint: Endpoint, more: { capabilities?: Capabilities }): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.endpoints, async () => {
      const id = idOf(endpoint);
      const kept = (await db.endpoints.get(id))?.capabilities;
      await db.endpoints.put({ ...(kept === undefined ? {} : { capabilities: kept }), ...endpoint, ...more, id });
    }),
  );
}

function idOf({ networkId, url }: Pick<Endpoint, 'networkId' | 'url'>): string {
  return `${networkId} ${url}`;
}
