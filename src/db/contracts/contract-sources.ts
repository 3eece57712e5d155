/** Which contract of which compiler run made the code at an address. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { withDatabase, writeDatabase } from '../database';
import { type ContractSourceRow, fromContractSourceRow } from '../rows/contract-source-row';

/** Reads the kept row of the code at an address, or undefined. */
export async function readContractSource(
  networkId: NetworkId,
  address: Address,
): Promise<ContractSourceRow | undefined> {
  return fromContractSourceRow(await withDatabase(undefined, (db) => db.contractSources.get([networkId, address])));
}

/** Keeps a row in place of an earlier one of the address; false when storage refused. */
export function saveContractSource(row: ContractSourceRow): Promise<boolean> {
  return writeDatabase((db) => db.contractSources.put(row));
}
