/** Runs of compilers, and which contract of which run the code at an address is of. */
import type { Address, NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import type { CompilationRow, ContractSourceRow } from './schema';

export function readCompilation(id: string): Promise<CompilationRow | undefined> {
  return withDatabase<CompilationRow | undefined>(undefined, (db) => db.compilations.get(id));
}

/** Keeps a run; what one half lacks is taken from what is kept of it. False when storage refused. */
export function saveCompilation(row: CompilationRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.compilations, async () => {
      const known = await db.compilations.get(row.id);
      await db.compilations.put({ ...known, ...row, version: row.version || known?.version || '' });
    }),
  );
}

export function readContractSource(networkId: NetworkId, address: Address): Promise<ContractSourceRow | undefined> {
  return withDatabase<ContractSourceRow | undefined>(undefined, (db) => db.contractSources.get([networkId, address]));
}

export function saveContractSource(row: ContractSourceRow): Promise<boolean> {
  return writeDatabase((db) => db.contractSources.put(row));
}
