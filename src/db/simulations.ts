/** Simulations that the reader ran, with all that they read. They stay until the reader deletes them. */
import type { SimulationId } from '../core/simulation/simulation-hash';
import { withDatabase, writeDatabase } from './database';
import { readableRows } from './rows/fields';
import { fromSimulationRow, type KeptSimulation, toSimulationRow } from './rows/simulation-row';

/** A simulation as lists show it. */
export type SimulationEntry = Pick<
  KeptSimulation,
  'id' | 'networkId' | 'createdAt' | 'name' | 'note' | 'summary' | 'success' | 'steps'
>;

/** The last ones, newest first, of all networks. */
export function readSimulations(limit: number): Promise<readonly SimulationEntry[]> {
  return withDatabase<readonly SimulationEntry[]>([], async (db) => {
    const rows = await db.simulations.orderBy('createdAt').reverse().limit(limit).toArray();
    return readableRows(rows, fromSimulationRow).map(entryOf);
  });
}

export function entryOf(kept: KeptSimulation): SimulationEntry {
  const { id, networkId, createdAt, name, note, summary, success, steps } = kept;
  return { id, networkId, createdAt, name, note, summary, success, steps };
}

export async function readSimulation(id: SimulationId): Promise<KeptSimulation | undefined> {
  return fromSimulationRow(await withDatabase(undefined, (db) => db.simulations.get(id)));
}

/** False when storage refused. */
export function saveSimulation(kept: KeptSimulation): Promise<boolean> {
  return writeDatabase((db) => db.simulations.put(toSimulationRow(kept)));
}

/** Gives it another name and note; false when storage refused. */
export function renameSimulation(id: string, name: string, note: string): Promise<boolean> {
  return writeDatabase((db) => db.simulations.update(id, { name, note }));
}

export function deleteSimulation(id: string): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.simulations, db.projectItems, async () => {
      await db.simulations.delete(id);
      await db.projectItems.delete(['simulation', id]);
    }),
  );
}
