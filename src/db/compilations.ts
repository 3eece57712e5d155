/** Runs of compilers, and which contract of which run the code at an address is of. */
import type { Address, NetworkId } from '../core/chain/primitives';
import { withDatabase, writeDatabase } from './database';
import type { CompilationRow, ContractSourceRow } from './schema';
import { estimateSize } from './size';
import { recordUse, touch } from './uses';

/** Runs are of no network. */
const NOWHERE = 0 as NetworkId;

/** A run, and that it was used. */
export async function readCompilation(id: string): Promise<CompilationRow | undefined> {
  const row = await withDatabase<CompilationRow | undefined>(undefined, (db) => db.compilations.get(id));
  if (row?.output !== undefined) await touch('compilations', [[NOWHERE, id]]);
  return row;
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

/** Keeps a run that can be had again, as long as there is room. False when storage refused. */
export function keepCompilation(row: CompilationRow): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.compilations, db.uses, async () => {
      const known = await db.compilations.get(row.id);
      await db.compilations.put({ ...known, ...row });
      await recordUse(db, 'compilations', [NOWHERE, row.id], estimateSize(row));
    }),
  );
}

/** Remembers that a run did not make the code of this hash, with the sentence why. False when storage refused. */
export function saveRefusal(id: string, version: string, codeHash: string, sentence: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.compilations, async () => {
      const known = await db.compilations.get(id);
      await db.compilations.put({ version, ...known, id, refused: { ...known?.refused, [codeHash]: sentence } });
    }),
  );
}

export function readContractSource(networkId: NetworkId, address: Address): Promise<ContractSourceRow | undefined> {
  return withDatabase<ContractSourceRow | undefined>(undefined, (db) => db.contractSources.get([networkId, address]));
}

export function saveContractSource(row: ContractSourceRow): Promise<boolean> {
  return writeDatabase((db) => db.contractSources.put(row));
}
