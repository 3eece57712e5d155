import type { Address, NetworkId } from '../../core/chain/primitives';
import { withDatabase } from '../database';
import { findAddressId } from '../packed/address-ids';
import { listNames } from '../packed/list-names';
import { readEntries } from '../packed/packed-lists';

/**
 * Deletes the tokens of a network that no indexed transfer names any more: after blocks were taken back, other
 * contracts may be at their addresses.
 */
export function deleteTokensWithoutTransfers(networkId: NetworkId): Promise<void> {
  return withDatabase(undefined, async (db) => {
    await db.transaction('rw', 'tokens', 'packedLists', 'addressIds', async () => {
      const keys = await db.tokens
        .where('[networkId+address]')
        .between([networkId, ''], [networkId, 'g'])
        .primaryKeys();
      for (const key of keys) {
        const id = await findAddressId(db, key[1] as Address);
        const list = id === undefined ? undefined : listNames.transfersOfToken(networkId, id);
        const moved = list === undefined ? [] : await readEntries(db, list, { limit: 1 });
        if (moved.length === 0) await db.tokens.delete(key);
      }
    });
  });
}
