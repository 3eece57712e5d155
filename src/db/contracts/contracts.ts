/** Knowledge of contracts, by address. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { ContractKnowledge } from '../../core/contract/knowledge';
import { withDatabase, writeDatabase } from '../database';
import { findNamed, type NameSearch } from '../find-named';
import { fromContractRow, toContractRow } from '../rows/contract-row';
import { readableRows } from '../rows/fields';
import { estimateSize } from '../storage/estimate-size';
import { recordUses } from '../storage/use-ledger';

/** Reads the contracts kept of these addresses. The map lacks addresses of which nothing is kept. */
export function readContracts(
  networkId: NetworkId,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, ContractKnowledge>> {
  return withDatabase<ReadonlyMap<Address, ContractKnowledge>>(new Map(), async (db) => {
    const rows = await db.contracts.bulkGet(addresses.map((address): [number, string] => [networkId, address]));
    return new Map(readableRows(rows, fromContractRow).map((known) => [known.address, known]));
  });
}

/** Origins of an ABI that somebody compiled or gave here. */
const MADE_HERE: readonly unknown[] = ['buildOutput', 'verifiedHere', 'readerAbi'];

/** Reads kept contracts of all networks whose ABI comes from imported build output, a verification here, or an ABI that was given. */
export function readMatchedContracts(): Promise<readonly ContractKnowledge[]> {
  return withDatabase<readonly ContractKnowledge[]>([], async (db) => {
    const rows = await db.contracts.filter(({ knowledge }) => MADE_HERE.includes(knowledge.abiOrigin)).toArray();
    return readableRows(rows, fromContractRow);
  });
}

/** Returns contracts of `networkIds` whose name or symbol matches `text`, at most `limit`. */
export function findContracts(
  networkIds: readonly NetworkId[],
  text: string,
  limit: number,
  how: NameSearch,
): Promise<readonly ContractKnowledge[]> {
  return withDatabase<readonly ContractKnowledge[]>([], async (db) =>
    readableRows(await findNamed(db.contracts, networkIds, text, limit, how), fromContractRow),
  );
}

/** Keeps knowledge in place of what was kept of the same addresses; false when storage refused. */
export function saveContracts(contracts: readonly ContractKnowledge[]): Promise<boolean> {
  const rows = contracts.map(toContractRow);
  return writeDatabase((db) =>
    db.transaction('rw', db.contracts, db.uses, db.storageTotals, async () => {
      await db.contracts.bulkPut(rows);
      await recordUses(
        db,
        'contracts',
        rows.map((row) => ({ key: [row.networkId, row.address], size: estimateSize(row) })),
      );
    }),
  );
}
